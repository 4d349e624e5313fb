/// A latitude or longitude in degrees.
public typealias CLLocationDegrees = Double

/// A place on the Earth in the WGS 84 reference frame.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees from the equator: positive to the north, from -90 to 90.
    public var latitude: CLLocationDegrees
    /// Degrees from the zero meridian: positive to the east, from -180 to 180.
    public var longitude: CLLocationDegrees

    /// The place at 0° north, 0° east.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// A place; see ``CLLocationCoordinate2DIsValid(_:)`` for the ranges, which are not enforced.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place that is none.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether the latitude is within -90 to 90 degrees and the longitude within -180 to 180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

/// Makes a place of degrees.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
