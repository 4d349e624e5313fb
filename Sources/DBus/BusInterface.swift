/// An interface as `Introspect` tells it (D-Bus Specification, "Introspection Data Format"). Calls are checked against it.
package struct BusInterface: Hashable, Sendable {
    package struct Argument: Hashable, Sendable {
        package var name: String
        package var type: String
    }
    package struct Method: Hashable, Sendable {
        package var name: String
        package var inputs: [Argument]
        package var outputs: [Argument]

        /// Arguments in their order, each `name: type`.
        package init(
            _ name: String, _ inputs: KeyValuePairs<String, String> = [:],
            returns outputs: KeyValuePairs<String, String> = [:]
        ) {
            self.name = name
            self.inputs = inputs.map { Argument(name: $0.key, type: $0.value) }
            self.outputs = outputs.map { Argument(name: $0.key, type: $0.value) }
        }

        var inputSignature: String { inputs.map(\.type).joined() }
        var outputSignature: String { outputs.map(\.type).joined() }
    }
    package struct Signal: Hashable, Sendable {
        package var name: String
        package var arguments: [Argument]

        package init(_ name: String, _ arguments: KeyValuePairs<String, String> = [:]) {
            self.name = name
            self.arguments = arguments.map { Argument(name: $0.key, type: $0.value) }
        }
    }

    package var name: String
    package var methods: [Method]
    package var signals: [Signal]

    package init(_ name: String, methods: [Method], signals: [Signal] = []) {
        self.name = name
        self.methods = methods
        self.signals = signals
    }

    /// What every object of ours has.
    static let introspectable = BusInterface(
        "org.freedesktop.DBus.Introspectable", methods: [Method("Introspect", returns: ["xml_data": "s"])])
    static let peer = BusInterface(
        "org.freedesktop.DBus.Peer", methods: [Method("Ping"), Method("GetMachineId", returns: ["machine_uuid": "s"])])
}

extension BusInterface {
    /// The introspection document of an object; `children` are the names of the nodes below.
    static func document(at path: String, _ interfaces: [BusInterface], children: [String] = []) -> String {
        var lines = [
            #"<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN""#,
            #"  "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">"#, #"<node name="\#(path)">"#,
        ]
        for interface in interfaces { lines += interface.lines }
        lines += children.map { #"  <node name="\#($0)"/>"# }
        return (lines + ["</node>", ""]).joined(separator: "\n")
    }

    private var lines: [String] {
        var lines = [#"  <interface name="\#(name)">"#]
        for method in methods {
            lines += Self.element(
                "method", method.name,
                method.inputs.map { ($0, #" direction="in""#) } + method.outputs.map { ($0, #" direction="out""#) })
        }
        for signal in signals { lines += Self.element("signal", signal.name, signal.arguments.map { ($0, "") }) }
        return lines + ["  </interface>"]
    }

    private static func element(_ kind: String, _ name: String, _ arguments: [(Argument, String)]) -> [String] {
        guard !arguments.isEmpty else { return [#"    <\#(kind) name="\#(name)"/>"#] }
        return [#"    <\#(kind) name="\#(name)">"#]
            + arguments.map { #"      <arg name="\#($0.0.name)" type="\#($0.0.type)"\#($0.1)/>"# }
            + ["    </\(kind)>"]
    }
}
