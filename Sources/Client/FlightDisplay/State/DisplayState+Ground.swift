import WireProtocol

/// Where the session of the flight view led: asked for only while its screen has a part for that.
extension DisplayState {
    /// Whether the screen has parts for track and altitude.
    var showsGround: Bool {
        preferences.view == .flight
            && FlightLayout.showsGround(
                columns: size.columns, rows: size.rows, flips: preferences.flipsGround)
    }

    mutating func toggleGround() {
        if let lack = fleet?.rights.lackOfPlaces { return notice = lack }
        preferences.flipsGround.toggle()
        resubscribe(.ground)
    }

    /// Called once all places up to the present have come: whoever has asked for them by key is
    /// told if there are none.
    mutating func noteGround() {
        guard preferences.flipsGround, picture.flight?.ground.points.isEmpty ?? false else {
            return
        }
        notice = "this run has told no places so far"
    }
}
