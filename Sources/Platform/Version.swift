/// The version of Handset that all its programs say they are; semver.org.
package let handsetVersion = "0.1.0"
