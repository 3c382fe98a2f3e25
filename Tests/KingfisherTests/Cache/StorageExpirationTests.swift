import Foundation
import Testing

@testable import Kingfisher

@Suite("Storage expiration", .timeLimit(.minutes(1)))
struct StorageExpirationTests {
    @Test("E-1: each policy has its instant and its number of seconds")
    func table() {
        let start = Date(timeIntervalSince1970: 1_000_000)
        #expect(StorageExpiration.never.estimatedExpirationSince(start) == .distantFuture)
        #expect(StorageExpiration.never.timeInterval == .infinity)
        #expect(
            StorageExpiration.seconds(1.5).estimatedExpirationSince(start)
                == start.addingTimeInterval(1.5))
        #expect(StorageExpiration.seconds(1.5).timeInterval == 1.5)
        #expect(
            StorageExpiration.days(2).estimatedExpirationSince(start)
                == start.addingTimeInterval(172_800))
        #expect(StorageExpiration.days(2).timeInterval == 172_800)
        #expect(StorageExpiration.expired.estimatedExpirationSince(start) == .distantPast)
        #expect(StorageExpiration.expired.timeInterval == -.infinity)
        let end = Date().addingTimeInterval(100)
        #expect(StorageExpiration.date(end).estimatedExpirationSince(start) == end)
        #expect((99.0...100).contains(StorageExpiration.date(end).timeInterval))
    }

    @Test("E-1: an instant from now is close to now plus the seconds")
    func sinceNow() {
        let expected = Date().addingTimeInterval(30)
        #expect(
            StorageExpiration.seconds(30).estimatedExpirationSinceNow.isClose(
                to: expected, within: 5))
    }

    @Test("E-2: a policy without time left is expired")
    func expired() {
        let now = Date()
        let expired: [StorageExpiration] = [
            .expired, .seconds(0), .seconds(-1), .days(0), .days(-3), .date(now),
            .date(.distantPast),
        ]
        for policy in expired { #expect(policy.isExpired) }
        let valid: [StorageExpiration] = [
            .never, .seconds(0.1), .days(1), .date(now.addingTimeInterval(60)),
        ]
        for policy in valid { #expect(!policy.isExpired) }
    }

    @Test("E-3: days are 86,400 seconds, and no number of them traps")
    func days() {
        #expect(TimeConstants.secondsInOneDay == 86_400)
        #expect(StorageExpiration.days(.max).timeInterval > 1e20)
        #expect(StorageExpiration.days(.min).isExpired)
        #expect(StorageExpiration.days(.max).estimatedExpirationSinceNow > .distantFuture)
    }

    @Test("E-4, 19.9: an instant is past at itself and not before")
    func boundary() {
        let now = Date()
        #expect(now.isPast(referenceDate: now))
        #expect(!now.isPast(referenceDate: now.addingTimeInterval(-0.001)))
        #expect(now.isPast(referenceDate: now.addingTimeInterval(0.001)))
    }
}
