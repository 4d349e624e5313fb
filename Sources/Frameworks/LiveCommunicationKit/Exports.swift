// An app's models are `@Observable` beside what is here, and Apple's module brings the macro.
@_exported public import Observation
