/// What can be wrong with a file that a person gives.
package protocol InputProblem: Equatable, Sendable {
    var reason: String { get }
    /// What would be right.
    var suggestion: String { get }
}

/// Why a file is not what it should be, and where.
package struct InputError<Kind: InputProblem>: Error, Equatable, Sendable {
    package typealias Problem = Kind

    /// What the file is called, usually its path.
    package let name: String
    /// Counted from 1.
    package let line: Int
    /// The character of the line at which the wrong part begins, counted from 1.
    package let column: Int
    package let problem: Problem

    package init(name: String, line: Int, column: Int, problem: Problem) {
        self.name = name
        self.line = line
        self.column = column
        self.problem = problem
    }

    package var reason: String { problem.reason }
    package var suggestion: String { problem.suggestion }
}

extension InputError: CustomStringConvertible {
    /// Place, reason and suggestion, `run.csv:12:5: "abc" is not a number; write …`.
    package var description: String { "\(name):\(line):\(column): \(reason); \(suggestion)" }
}
