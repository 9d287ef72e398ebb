/// The version of the model that makes samples, a part of every fleet's identity.
public enum ModelVersion {
    /// Raised whenever the same seed, lane, lap, rate and equipment give any other sample.
    public static let current = 2
}
