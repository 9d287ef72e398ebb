import Glibc

/// Chance from the kernel, for seeds and names; never for a signal of the simulation.
public enum SystemRandom {
    /// 64 random bits.
    ///
    /// getentropy(3), which asks getrandom(2): the Glibc module leaves out the latter. It cannot
    /// fail for so few bytes once the machine has started.
    public static func bits() -> UInt64 {
        var bits: UInt64 = 0
        precondition(
            getentropy(&bits, MemoryLayout<UInt64>.size) == 0, "the kernel gave no random bits")
        return bits
    }
}
