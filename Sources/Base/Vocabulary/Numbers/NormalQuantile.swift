extension Elementary {
    /// The inverse of the normal distribution function: a standard normal number is below the
    /// result with probability `p`.
    ///
    /// Traps unless 0 < p < 1. Relative error below 1e-15 (M. J. Wichura, "Algorithm AS 241: the
    /// percentage points of the normal distribution", Applied Statistics 37, 1988, PPND16).
    public static func normalQuantile(_ p: Double) -> Double {
        precondition(p > 0 && p < 1, "probability \(p) is not between 0 and 1")
        let offset = p - 0.5
        if offset.magnitude <= 0.425 {
            return offset * centre.value(0.180625 - offset * offset)
        }
        let r = (-log(offset < 0 ? p : 1 - p)).squareRoot()
        let magnitude = r <= 5 ? shoulder.value(r - 1.6) : tail.value(r - 5)
        return offset < 0 ? -magnitude : magnitude
    }

    /// A quotient of two polynomials of degree seven, coefficients from the constant upwards.
    private struct RationalFunction {
        let numerator: [8 of Double]
        let denominator: [8 of Double]

        func value(_ x: Double) -> Double {
            Self.value(numerator, x) / Self.value(denominator, x)
        }

        private static func value(_ coefficients: [8 of Double], _ x: Double) -> Double {
            let square = x * x
            let fourth = square * square
            let first =
                (coefficients[0] + x * coefficients[1])
                + square * (coefficients[2] + x * coefficients[3])
            let second =
                (coefficients[4] + x * coefficients[5])
                + square * (coefficients[6] + x * coefficients[7])
            return first + fourth * second
        }
    }

    /// For |p - 0.5| up to 0.425; its argument is 0.425² - (p - 0.5)².
    private static let centre = RationalFunction(
        numerator: [
            3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
            1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
            3.3430575583588128105e4, 2.5090809287301226727e3,
        ],
        denominator: [
            1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
            2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
            5.2264952788528545610e3,
        ])

    /// For r = √(-log p) up to 5; its argument is r - 1.6.
    private static let shoulder = RationalFunction(
        numerator: [
            1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
            3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
            2.27238449892691845833e-2, 7.74545014278341407640e-4,
        ],
        denominator: [
            1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
            1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
            1.05075007164441684324e-9,
        ])

    /// For r = √(-log p) above 5; its argument is r - 5.
    private static let tail = RationalFunction(
        numerator: [
            6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
            2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
            2.71155556874348757815e-5, 2.01033439929228813265e-7,
        ],
        denominator: [
            1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
            7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
            2.04426310338993978564e-15,
        ])
}
