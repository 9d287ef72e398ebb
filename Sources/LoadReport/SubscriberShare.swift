/// How many subscribers of a load test are of one class.
package struct SubscriberShare: Hashable, Sendable {
    package var subscriberClass: SubscriberClass
    package var count: Int

    package init(_ subscriberClass: SubscriberClass, _ count: Int) {
        self.subscriberClass = subscriberClass
        self.count = count
    }
}
