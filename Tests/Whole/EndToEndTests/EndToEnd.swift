import Testing

/// The programs as a user has them: started as processes, asked through files, pipes and sockets.
///
/// Their tests run one after another, so that the waiting ones hold one thread of the test run and
/// no more than a few processes share the machine with it.
@Suite(.serialized) struct EndToEnd {}
