/// What can be wrong with a file of a user's, such as a recording or a fault script.
public protocol InputProblem: Equatable, Sendable {
    var reason: String { get }
    /// What would be right.
    var suggestion: String { get }
}

/// An error in a file of a user's: the file, the line, the column and the problem.
public struct InputError<Kind: InputProblem>: Error, Equatable, Sendable {
    public typealias Problem = Kind

    /// The name of the file, usually its path.
    public let name: String
    /// Counted from 1.
    public let line: Int
    /// The character of the line at which the wrong text begins, counted from 1.
    public let column: Int
    public let problem: Problem

    public init(name: String, line: Int, column: Int, problem: Problem) {
        self.name = name
        self.line = line
        self.column = column
        self.problem = problem
    }

    public var reason: String { problem.reason }
    public var suggestion: String { problem.suggestion }
}

extension InputError: CustomStringConvertible {
    /// Place, reason and suggestion, `run.csv:12:5: "abc" is not a number; write …`.
    public var description: String { "\(name):\(line):\(column): \(reason); \(suggestion)" }
}
