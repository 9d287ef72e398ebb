/// The style sheet that all pages share: narrow and wide, light, dark and on paper.
package enum PageStyle {
    /// The four colours of lines stay apart for eyes that see no difference of red and green
    /// (M. Okabe and K. Ito, Color Universal Design, 2008).
    package static let code: StaticString = """

        :root {
          --page: #ffffff; --text: #1d2329; --quiet: #5b6670; --rule: #d9dfe4; --soft: #f4f6f8;
          --good: #0a7a4b; --bad: #b3261e; --doubtful: #8a5a00;
          --c0: #0072b2; --c1: #d55e00; --c2: #7a7f85; --c3: #009e73;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --page: #14181c; --text: #e3e8ec; --quiet: #9aa6b0; --rule: #333c44; --soft: #1d2328;
            --good: #4cc38a; --bad: #ff8a80; --doubtful: #e6b450;
            --c0: #56b4e9; --c1: #e69f00; --c2: #a0a7ae; --c3: #2fc79a;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; background: var(--page); color: var(--text);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
        }
        main { max-width: 1200px; margin: 0 auto; padding: 24px 24px 40px; }
        h1 { font-size: 24px; line-height: 1.3; margin: 0 0 4px; }
        h2 { font-size: 17px; margin: 32px 0 8px; }
        p { margin: 8px 0; }
        code {
          font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere;
        }
        .quiet, dt, thead th, figcaption { color: var(--quiet); }
        .good { color: var(--good); } .bad { color: var(--bad); }
        .doubtful { color: var(--doubtful); }
        .badge {
          display: inline-block; font-size: 16px; font-weight: 600; padding: 1px 10px;
          border: 1px solid currentColor; border-radius: 4px; vertical-align: 2px;
        }
        .notice {
          border-left: 4px solid var(--bad); background: var(--soft); padding: 10px 14px;
        }
        .tiles {
          display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 8px;
          margin: 18px 0 0;
        }
        .tiles div { background: var(--soft); border-radius: 4px; padding: 8px 12px; }
        .tiles dt { font-size: 13px; }
        .tiles dd { margin: 0; font-size: 18px; font-weight: 600; white-space: nowrap; }
        .charts, .pair {
          display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr));
          gap: 24px 32px; align-items: start;
        }
        section.charts { margin-top: 28px; }
        figure { margin: 0; min-width: 0; }
        figcaption { font-weight: 600; color: var(--text); }
        figure > svg { display: block; width: 100%; height: auto; }
        figure > svg.narrow { display: none; }
        svg text {
          font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
          fill: var(--quiet); font-variant-numeric: tabular-nums;
        }
        .grid { stroke: var(--rule); stroke-width: 1; }
        .axis { stroke: var(--quiet); stroke-width: 1; }
        .line {
          fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round;
        }
        .bound { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 5 4; }
        .shade { fill: var(--soft); }
        .target { stroke: var(--good); stroke-width: 1.5; stroke-dasharray: 2 3; }
        .bar { fill: var(--c0); }
        .level { fill: var(--tone); fill-opacity: 0.1; }
        .stretch { fill: var(--tone); fill-opacity: 0.3; stroke: var(--page); }
        .moment { stroke: var(--text); stroke-width: 1; stroke-dasharray: 2 2; }
        svg text.name { fill: var(--text); font-size: 11px; pointer-events: none; }
        .hint { fill: var(--text); fill-opacity: 0; }
        .hint:hover { fill-opacity: 0.08; }
        path.c0 { stroke: var(--c0); } path.c1 { stroke: var(--c1); }
        path.c2 { stroke: var(--c2); stroke-width: 1.5; }
        path.c3 { stroke: var(--c3); stroke-width: 1.5; stroke-dasharray: 6 3; }
        .mark { stroke-width: 2; }
        .mark.point { fill: var(--c0); stroke: var(--page); stroke-width: 1; }
        .held { fill: var(--good); stroke: var(--good); }
        .failed { fill: var(--page); stroke: var(--bad); }
        .unknown { fill: var(--page); stroke: var(--doubtful); }
        .legend {
          display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 2px 0 0; padding: 0;
          list-style: none; font-size: 13px; color: var(--quiet);
        }
        .legend li::before {
          content: ""; display: inline-block; width: 18px; height: 0; margin-right: 6px;
          border-top: 3px solid; vertical-align: middle;
        }
        .legend .key::before {
          width: 12px; height: 10px; border: 0; background: var(--tone); vertical-align: -1px;
        }
        .legend .c0::before { border-color: var(--c0); }
        .legend .c1::before { border-color: var(--c1); }
        .legend .c2::before { border-color: var(--c2); }
        .legend .c3::before { border-color: var(--c3); border-top-style: dashed; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
        th, td { text-align: left; padding: 5px 18px 5px 0; border-bottom: 1px solid var(--rule); }
        th { font-weight: 400; } thead th { font-size: 13px; }
        tbody th, .numbers td { white-space: nowrap; }
        .numbers table { width: 100%; }
        .numbers td, .numbers th + th { text-align: right; padding-right: 0; padding-left: 12px; }
        footer { border-top: 1px solid var(--rule); margin-top: 32px; padding-top: 4px; }
        @media (max-width: 640px) {
          figure > svg.wide { display: none; }
          figure > svg.narrow { display: block; }
        }
        @media (min-width: 641px) and (max-width: 900px) {
          figure > svg.wide text { font-size: 15px; }
        }
        @media print {
          body { font-size: 11px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          main { max-width: none; padding: 0; }
          figure, tr, .tiles div { break-inside: avoid; }
          h2 { break-after: avoid; }
          figure > svg.wide { display: block; }
          figure > svg.narrow { display: none; }
        }
        @media (max-width: 600px) {
          main { padding: 14px 14px 28px; }
          h1 { font-size: 20px; }
          .tiles { grid-template-columns: repeat(auto-fit, minmax(105px, 1fr)); }
          .tiles dd { font-size: 15px; }
          figure > svg:not(.narrow) text { font-size: 16px; }
          td, th { padding-right: 12px; }
        }

        """
}
