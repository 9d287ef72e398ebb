import Glibc

/// The one place that reads `errno`, so that nothing can change it between the call and the look.
///
/// A call that a signal interrupted is made again. A descriptor or an address that the kernel does
/// not accept is a mistake of this program, and going on could hit somebody else's file: it traps.
enum Syscall {
    /// What a call returned, and the error number, which is 0 unless the value is -1.
    struct Outcome<Value: FixedWidthInteger & SignedInteger> {
        let value: Value
        let code: Int32
    }

    /// Makes the call once and returns whatever comes, our mistakes included.
    @inline(__always)
    static func onceUntrapped<Value>(_ call: () -> Value) -> Outcome<Value> {
        let value = call()
        return Outcome(value: value, code: value == -1 ? errno : 0)
    }

    /// Makes the call once, interrupted or not.
    @inline(__always)
    static func once<Value>(_ name: StaticString, _ call: () -> Value) -> Outcome<Value> {
        let outcome = onceUntrapped(call)
        precondition(
            outcome.code != EBADF && outcome.code != EFAULT,
            "\(name): bad descriptor or address")
        return outcome
    }

    /// Makes the call until no signal interrupts it, and returns whatever comes.
    @inline(__always)
    static func attemptUntrapped<Value>(_ call: () -> Value) -> Outcome<Value> {
        while true {
            let outcome = onceUntrapped(call)
            if outcome.code != EINTR { return outcome }
        }
    }

    /// Makes the call until no signal interrupts it.
    @inline(__always)
    static func attempt<Value>(_ name: StaticString, _ call: () -> Value) -> Outcome<Value> {
        while true {
            let outcome = once(name, call)
            if outcome.code != EINTR { return outcome }
        }
    }

    /// Makes the call until no signal interrupts it, and throws any other error.
    @inline(__always) @discardableResult
    static func check<Value: FixedWidthInteger & SignedInteger>(
        _ name: StaticString, path: String? = nil, _ call: () -> Value
    ) throws(SystemFailure) -> Value {
        let outcome = attempt(name, call)
        guard outcome.code == 0 else {
            throw SystemFailure(call: name.description, code: outcome.code, path: path)
        }
        return outcome.value
    }
}
