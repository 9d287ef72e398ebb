import FlightDisplay
import Vocabulary

/// The rules that flights and days add to the style sheet of all pages.
enum PlotStyle {
    /// Phases, zones, calls and metrics have the colours of the flight display, except overspeed:
    /// the display shows one warning at a time, each in red. Each also has a name, so that no
    /// meaning depends on a colour alone.
    static let code: StaticString = """

        :root {
          --heart-rate: #c62839; --pace: #00798c; --cadence: #2f7d32; --stride: #a3189c;
          --contact: #2459c4; --cyan: #0097a7; --yellow: #c99700; --green: #3c9a41;
          --blue: #3367d6; --magenta: #b5369f; --red: #d32f2f; --grey: #8b949c;
          --tint-0: #2d1e9c; --tint-1: #8423a8; --tint-2: #c93a7c; --tint-3: #ec7245;
          --tint-4: #e5aa00;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --heart-rate: #ff6b78; --pace: #3fd0e3; --cadence: #6fd275; --stride: #ec7be4;
            --contact: #82a9ff; --cyan: #33c3d4; --yellow: #e6bf3f; --green: #5fc466;
            --blue: #6c98f7; --magenta: #dd6fca; --red: #ff6659; --grey: #8b949c;
            --tint-0: #6a62ff; --tint-1: #b25cf2; --tint-2: #ee6aa7; --tint-3: #ff9d68;
            --tint-4: #ffdf5a;
          }
          .level { fill-opacity: 0.16; }
          .stretch { fill-opacity: 0.4; }
        }
        .heart-rate { --c0: var(--heart-rate); } .pace { --c0: var(--pace); }
        .cadence { --c0: var(--cadence); } .stride { --c0: var(--stride); }
        .contact { --c0: var(--contact); }
        .zone-0, .phase-preflight, .phase-touchdown { --tone: var(--grey); }
        .zone-1, .phase-takeoff { --tone: var(--cyan); }
        .zone-2, .phase-cruise, .call-glide_path, .in-band { --tone: var(--green); }
        .zone-3, .phase-climb, .call-minimums { --tone: var(--yellow); }
        .zone-4, .phase-approach, .call-overspeed { --tone: var(--magenta); }
        .zone-5, .call-sink_rate { --tone: var(--red); }
        .phase-descent, .stage-deep { --tone: var(--blue); }
        .stage-awake { --tone: var(--yellow); } .stage-rem { --tone: var(--magenta); }
        .stage-core { --tone: var(--cyan); }
        .tint-0 { --tone: var(--tint-0); } .tint-1 { --tone: var(--tint-1); }
        .tint-2 { --tone: var(--tint-2); } .tint-3 { --tone: var(--tint-3); }
        .tint-4 { --tone: var(--tint-4); } .tint-none { --tone: var(--grey); }
        .way {
          fill: none; stroke: var(--tone); stroke-width: 3.2; stroke-linejoin: round;
          stroke-linecap: round;
        }
        .gauge { fill: none; stroke: var(--quiet); stroke-width: 1.5; }
        .mark.start { fill: none; stroke: var(--text); }
        .mark.end { fill: var(--text); stroke: var(--page); stroke-width: 1; }
        path.c0 { stroke-width: 1.8; }
        path.c1 { stroke: var(--c0); stroke-width: 1; stroke-opacity: 0.35; }
        .legend .c0::before { border-color: var(--c0); }
        .legend .c1::before { border-color: var(--c0); opacity: 0.35; }
        .level.in-band { fill-opacity: 0.18; }
        .bar { fill: var(--c0); fill-opacity: 0.75; }
        .bar.open { fill-opacity: 0.3; } .key.open { --tone: var(--c0); opacity: 0.4; }
        .moment { stroke: var(--quiet); }
        .key.mean { --tone: var(--good); }
        .legend .mean::before {
          width: 18px; height: 0; background: none; border-top: 2px dotted var(--good);
          vertical-align: middle;
        }
        .tiles { grid-template-columns: repeat(auto-fill, minmax(148px, 1fr)); }
        .tables { columns: 440px 2; column-gap: 40px; }
        .tables section { break-inside: avoid; padding-top: 24px; }
        .tables h2 { margin-top: 0; }
        details { margin-top: 16px; } summary { cursor: pointer; color: var(--quiet); }
        .flight { border-top: 1px solid var(--rule); margin-top: 32px; padding-top: 24px; }
        main { max-width: 1280px; }
        figure { margin: 0 0 18px; }
        .charts.whole { display: block; margin-top: 24px; }
        .track { display: block; min-width: 80px; text-align: left; }
        .numbers td:has(.track) { width: 50%; }
        .share {
          display: block; height: 10px; min-width: 1px; background: var(--tone); border-radius: 2px;
        }
        .share.pace-bar { --tone: var(--pace); }
        .call::before {
          content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 6px;
          background: var(--tone);
        }
        svg text.name, svg text.tick {
          paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round;
        }
        .paper { fill: var(--page); }
        .sheet text.heading { font-size: 20px; font-weight: 600; fill: var(--text); }
        .sheet text.caption { font-size: 14px; font-weight: 600; fill: var(--text); }
        .swatch { fill: var(--c0); } .swatch.key { fill: var(--tone); }
        .swatch.c1 { fill-opacity: 0.35; }
        @media (min-width: 641px) and (max-width: 900px) {
          figure > svg.wide text, figure > svg.wide text.name { font-size: 13px; }
        }
        @media print {
          .tables { columns: 2; }
          .legend { font-size: 10px; } .tiles { gap: 6px; margin-top: 8px; }
          .tiles div { padding: 3px 8px; } .tiles dt { font-size: 10px; }
          .tiles dd { font-size: 14px; } figure { margin-bottom: 8px; }
          table, thead th { font-size: 11px; }
        }
        @media (max-width: 600px) {
          .tiles { grid-template-columns: repeat(auto-fill, minmax(116px, 1fr)); }
          .tiles div { padding: 6px 8px; } .tiles dd { font-size: 13px; }
        }
        """
}

extension Phase {
    /// The phase's class in the style sheet.
    var style: String { "phase-\(rawValue)" }

    /// The phase's names, the longest first, as the flight display writes them.
    var labels: [String] {
        let short =
            switch self {
            case .preflight: "pre"
            case .takeoff: "t/o"
            case .climb: "clb"
            case .cruise: "crz"
            case .descent: "des"
            case .approach: "app"
            case .touchdown: "tdn"
            }
        return [rawValue, short]
    }
}

extension Advisory {
    /// The call's class in the style sheet.
    var style: String { "call-\(rawValue)" }

    /// The call's names, the longest first.
    var labels: [String] {
        let name = callOut.lowercased()
        return [name] + name.split(separator: " ").prefix(1).map(String.init)
    }
}
