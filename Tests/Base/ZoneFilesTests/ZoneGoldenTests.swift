import CivilTime
import LinuxIO
import Testing
import Vocabulary
import ZoneFiles

/// What Python's `zoneinfo` says of real zones, with tzdata 2025b. These tests need the zone files
/// of the machine, and are left out where there are none.
@Suite(.enabled(if: Machine.hasZoneFiles)) struct ZoneGoldenTests {
    /// Name, and pairs of an instant in seconds since 1970 and the offset from UTC then.
    private static let offsets = """
        Europe/Berlin 3049324391:7200 3335428342:7200 5580147599:7200 5580147600:3600
        5967883023:3600
        6224259599:3600 6224259600:7200 7031667599:7200 7031667600:3600
        America/New_York 1173596399:-18000 1173596400:-14400 1245344251:-14400 2435813999:-18000
        2435814000:-14400 6389965136:-14400 6874437599:-14400 6874437600:-18000 7046432597:-14400
        Australia/Lord_Howe 1365260399:39600 1365260400:37800 2331265989:39600 3211111799:37800
        3211111800:39600 3700393199:39600 3700393200:37800 5003558215:37800 7227476652:39600
        Pacific/Apia 1301752799:-36000 1301752800:-39600 1506175199:46800 1506175200:50400
        1554559199:50400 1554559200:46800 5140612366:46800 5713092333:46800 6064569876:46800
        Asia/Kathmandu 4362458774:20700 6811587258:20700 6959946275:20700
        Africa/Casablanca 1367114399:0 1367114400:3600 1472609586:3600 2255605583:3600
        3026080799:3600
        3026080800:0 3118010399:3600 3118010400:0 3153695941:3600
        America/St_Johns 1881910354:-9000 4129244999:-9000 4129245000:-12600 4928794199:-12600
        4928794200:-9000 5286368586:-9000 6369424199:-9000 6369424200:-12600 7037430117:-12600
        Pacific/Chatham 3780532569:49500 4068035859:49500 4994056799:49500 4994056800:45900
        5341211999:49500 5341212000:45900 6036492868:45900 7108437599:49500 7108437600:45900
        Europe/Dublin 4039510518:0 5453744399:3600 5453744400:0 5960170646:0 6413561999:0
        6413562000:3600 6558109199:3600 6558109200:0 6971404005:0
        America/Sao_Paulo 1045360799:-7200 1045360800:-10800 1192330799:-10800 1192330800:-7200
        1361066399:-7200 1361066400:-10800 2386211143:-10800 3197636882:-10800 3658392989:-10800
        Asia/Pyongyang 1439564399:32400 1439564400:30600 1525445999:30600 1525446000:32400
        3247809791:32400 6020915506:32400 6547378602:32400
        Africa/Cairo 1083275999:7200 1083276000:10800 1885767048:10800 1891703987:7200
        3060076697:7200
        4475595599:10800 4475595600:7200 6195045599:7200 6195045600:10800
        """

    /// Name, and local times (date/second of the day) with their instants: in gaps, twice there,
    /// anywhere.
    private static let instants = """
        Europe/Berlin 2192-10-28/9000:7031665800 2146-10-30/9000:5580145800
        2167-03-29/9000:6224261400
        2051-05-14/35066:2567663066
        America/New_York 2187-11-04/5400:6874435800 2047-03-10/9000:2435815800
        2007-03-11/9000:1173598200 2151-03-05/21361:5717300161
        Australia/Lord_Howe 2013-04-07/6300:1365259500 2071-10-04/8100:3211112700
        2087-04-06/6300:3700392300 2103-03-03/41633:4202325233
        Pacific/Apia 2011-04-02/12600:1301751000 2017-09-24/12600:1506177000
        2019-04-07/12600:1554557400 2086-09-09/3200:3682324400
        Asia/Kathmandu 2057-01-15/50096:2746771796
        Africa/Casablanca 2013-04-28/9000:1367116200 2068-10-21/9000:3118008600
        2065-11-22/9000:3026079000 2181-01-06/50003:6659067203
        America/St_Johns 2100-11-07/5400:4129243200 2126-03-10/9000:4928796000
        2171-11-03/5400:6369422400 2199-10-30/6953:7252691153
        Pacific/Chatham 2128-04-04/11700:4994055000 2195-04-05/11700:7108435800
        2139-04-05/11700:5341210200 2064-02-06/27699:2969459799
        Europe/Dublin 2142-10-28/5400:5453742600 2177-10-26/5400:6558107400
        2173-03-28/5400:6413563800
        2153-04-24/67831:5784803431
        America/Sao_Paulo 2007-10-14/1800:1192332600 2003-02-15/84600:1045359000
        2013-02-16/84600:1361064600 2170-04-28/57745:6321610945
        Asia/Pyongyang 2018-05-04/85500:1525446900 2015-08-14/85500:1439563500
        2164-09-26/76756:6145330756
        Africa/Cairo 2166-04-25/1800:6195047400 2004-04-30/1800:1083277800
        2111-10-29/84600:4475593800
        2008-03-09/71044:1205084644
        """

    /// The rows of a table: a name and its fields, each cut at the colon.
    private static func rows(_ table: String) throws -> [(TimeZoneRules, [(String, Int64)])] {
        var rows: [(TimeZoneRules, [(String, Int64)])] = []
        for word in table.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":")
            guard parts.count == 2 else {
                rows.append((try TimeZoneRules.named(String(word)), []))
                continue
            }
            rows[rows.count - 1].1.append((String(parts[0]), try #require(Int64(parts[1]))))
        }
        return rows
    }

    @Test func `offsets are those of Python`() throws {
        let rows = try Self.rows(Self.offsets)
        #expect(rows.count == 12)
        for (rules, fields) in rows {
            for (instant, offset) in fields {
                let second = try #require(Int64(instant))
                let local = rules.local(FleetInstant(ticks: second * 50))
                #expect(Int64(local.offset) == offset, "\(rules.name) at \(second)")
            }
        }
    }

    @Test func `instants of local times are those of Python`() throws {
        for (rules, fields) in try Self.rows(Self.instants) {
            for (local, second) in fields {
                let parts = local.split(separator: "/")
                let date = try #require(CivilDate(parsing: parts[0]))
                let found = rules.instant(of: date, second: try #require(Int(parts[1])))
                #expect(found.ticks == second * 50, "\(rules.name) \(local)")
            }
        }
    }

    @Test func `winter time in Ireland and Morocco is daylight saving time the wrong way round`()
        throws
    {
        let dublin = try TimeZoneRules.named("Europe/Dublin")
        let january = dublin.local(FleetInstant(ticks: 1_768_478_400 * 50))
        #expect(january.isDaylightSaving)
        #expect(january.offset == 0)
        let casablanca = try TimeZoneRules.named("Africa/Casablanca")
        let ramadan = casablanca.local(FleetInstant(ticks: 1_772_409_600 * 50))
        #expect(ramadan.isDaylightSaving)
        #expect(ramadan.offset == 0)
    }

    @Test func `Samoa skipped a date`() throws {
        let apia = try TimeZoneRules.named("Pacific/Apia")
        #expect(apia.day(try #require(CivilDate(parsing: "2011-12-30"))) == nil)
        #expect(apia.day(try #require(CivilDate(parsing: "2011-12-31"))) != nil)
    }
}

private enum Machine {
    static let hasZoneFiles = (try? TimeZoneRules.named("Europe/Berlin")) != nil
}
