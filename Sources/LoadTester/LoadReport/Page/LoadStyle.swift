/// What the page of a load test adds to the style sheet of all pages.
enum LoadStyle {
    static let code: StaticString = """

        .setup {
          display: grid; grid-template-columns: max-content 1fr; gap: 3px 18px; margin: 0;
        }
        .setup dd { margin: 0; min-width: 0; }
        @media (max-width: 600px) {
          .assertions tr > :nth-child(4) { display: none; }
          .setup { grid-template-columns: 1fr; gap: 0; }
          .setup dd { margin-bottom: 8px; }
        }

        """
}
