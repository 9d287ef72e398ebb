/// The size of a picture, and where the plot lies in it, in units of about a pixel of the screen.
package struct ChartFrame: Sendable {
    /// A class of the picture, by which the style sheet shows or hides it; may be empty.
    let style: String
    let width: Double
    let height: Double
    /// The upper and the lower edge of the plot, without a ribbon.
    let top: Double
    let bottom: Double
    let left: Double
    /// From the plot to the right edge, with and without an axis there.
    let margin: (axis: Double, none: Double)
    /// About how wide a character of a label is drawn.
    let characterWidth: Double
    /// Whether the title of the horizontal axis has a row of its own.
    let hasTitleBelow: Bool
    /// Whether stretches show their values to a pointer over them.
    let hasHints: Bool

    /// The frame of one of several charts side by side.
    package static let report = ChartFrame(
        style: "", width: 560, height: 300, top: 34, bottom: 252, left: 66,
        margin: (axis: 58, none: 32), characterWidth: 7, hasTitleBelow: true, hasHints: true)

    /// A frame as wide as a page.
    package static let wide = ChartFrame(
        style: "wide", width: 1000, height: 218, top: 30, bottom: 192, left: 64,
        margin: (axis: 58, none: 26), characterWidth: 8, hasTitleBelow: false, hasHints: true)

    /// A frame as wide as a phone, which has no pointer for hints.
    package static let narrow = ChartFrame(
        style: "narrow", width: 400, height: 218, top: 30, bottom: 192, left: 56,
        margin: (axis: 44, none: 24), characterWidth: 7, hasTitleBelow: false, hasHints: false)

    /// The most columns of pixels that a plot has.
    package static let columnsMost = Int(wide.width)

    /// The height that a ribbon takes from the plot.
    static let ribbon = 22.0

    func right(hasAxis: Bool) -> Double { width - (hasAxis ? margin.axis : margin.none) }

    /// Whether a label fits into a width.
    func fits(_ label: String, into width: Double) -> Bool {
        Double(label.count) * characterWidth + 6 <= width
    }
}
