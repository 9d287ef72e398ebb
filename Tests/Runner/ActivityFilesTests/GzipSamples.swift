import Testing

@testable import ActivityFiles

/// Bytes with what compresses to them, as zlib 1.3 does it.
enum GzipSamples {
    struct Sample: CustomTestStringConvertible {
        let testDescription: String
        let compressed: [UInt8]
        let content: [UInt8]
    }

    /// Lines that repeat one another.
    static let text: [UInt8] = (0..<40).flatMap { index in
        let (time, value) = (index * index, 100 + index * 7 % 53)
        let line = "<Trackpoint><Time>\(time)</Time><Value>\(value)</Value></Trackpoint>\n"
        return Array(line.utf8)
    }

    /// Fifteen letters, each as frequent as the two before it together: their codes have up to 14
    /// bits, more than a table holds.
    static let skewed: [UInt8] = {
        let counts = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610]
        return counts.enumerated().flatMap { index, count in
            Array(repeating: UInt8(ascii: "a") + UInt8(index), count: count)
        }
    }()

    static let all: [Sample] = [
        sample(
            "best", text,
            """
            1f8b08000000000002039595c96a03410c44eff999b4965e069af90ae3bb093e98247608c9ffc7cbc1b8
            8a40f93443cf146aa99ea4b9f9debdbd7f9d0ec79f756e0e9ffbb5ccd7eb736e771fbffbd5caf9e0f67a
            fe70fff96592d250d9556582d252552ea074936fdb503a54a957904655a58151d3e52261ae97034ddab0
            c02554e940574de7a1204b26137135f2d11e99094b4c379ea002ab1c3216b690b932174e4c55d771c4b8
            a5c9da81f99a8c4638d6d98bde07e4af3e2d88ab90d9c8c4b829b39103f34d998dea58e722fb5b3bf9ab
            773e7165321b8de2bacc46a77c4366a3539d436663b0bffa2e21aeaaccc6423c97aacf496a24735dcc1d
            2cd36146a3c39b3ea2790f862ee661a92f96a0299dfd89ed40db505f0f95f652f96706fc012a00f4435a
            090000
            """),
        sample(
            "fastest", text,
            """
            1f8b08000000000004039595cd6ac3400c84ef7d996a24ed7a0d8b9f22f41e4a0ea1bf94f6fdbb9b1c5a
            4b042627dbb207599a4fda7ef83a3ebf7c7e9cdfbfb77e38bf9d36e98f976b7f3abefe9c36c8085c6fc7
            8bbf8f1ffabf87ab1251b9b04a0f4a8c0097730d4a1d3fc12951a3b4b1522d416a23c065b598d595957a
            ac7506b8ac3536588c95b6e82a781e263a3b9640138169e44eab3413f058aedd4145ecb2d158604de6d2
            5c6862aad06068897965043832b4c57a41a361d392bd47341b5693bf341b9eb8329a0df7987706b85e79
            8bf53acd46d1d867a1fd2d4bf2979ffcc4d5dc7b5cbd35e5559a8d25d56b341b4beab3d16cb4ec2fcdc6
            9ab82a341b6be259e8d987a441020d07244f304d07905687d27820ef2ca3f980e665490302ab719a9c26
            649c0e718c85b619259d4b726307fc022a00f4435a090000
            """),
        sample(
            "fixed codes", text,
            """
            1f8b0800000000000203b309294a4cce2ec8cfcc2bb1b309c9cc4db533b0d107d336618939a5a9768606
            40010813288150cc6583a1d3105da739b13a4dd0741a9a10abd3124da79121d1ae3543d76a41ac562353
            34adc6a6c46a3546b7d5c488e84042f72b488038ad66e8016c604cac560bf45835243e3d18a0a72543a2
            5304382251a387e834616882ee5d631252057a281b139d2c0c2d312297e874618491a64c8d884f8ee8f6
            1a9811add702ddbf8644270d6323f4703632203e1f60c42ff1a50546ba32263a6d9898a0db6b4274da30
            b140f7af09d169c3d4083d9c0d888e5f53738cf8253ee763a42b43a2d3861986bd4644a70d730cff1a13
            9d36cc31c2d998e8b4618119bfc4d72518e9ca94e8b46189919e0d4c892f27313292a111f19a317330d1
            a9c3d010a3e8303223be88c6ac078d89d78c5958125fb1186394d226e624d40e18b521f1d5832946bd64
            80a30c00002a00f4435a090000
            """),
        sample(
            "long codes", skewed,
            """
            1f8b080000000000020305c1414204410cc3c0b702bb33dd892dfdff46d5cfefdfdfe7f3f97ebfdfeff3
            3ccff33ccffbbeeffbbeeffbbeef7bce39e79c73ce39e79c73ce39e7de7befbdf7de7befbdf7de7befbd
            f7de7befbdf7de999999999999999999999999999999999999999999999999999999d9dddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd2449922449
            922449922449922449922449922449922449922449922449922449922449922449922449922449922449
            92244992244992b66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66d
            dbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66ddbb66d
            dbb66ddbb66ddbb66ddb0200000000000000000000000000000000000000000000000000000000000000
            000000000000000000000000000000000000000000000000000000000000000000000000000000000000
            0000000000000000000000000000000000000000a0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
            aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
            aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
            aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
            aaaaaaaaaaff1b0ffd963c060000
            """),
    ]

    private static func sample(_ name: String, _ content: [UInt8], _ digits: String) -> Sample {
        Sample(testDescription: name, compressed: bytes(digits), content: content)
    }

    /// The bytes that hexadecimal digits stand for, lines of them too.
    static func bytes(_ digits: String) -> [UInt8] {
        let values = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: values.count - 1, by: 2).map { index in
            UInt8(values[index] << 4 | values[index + 1])
        }
    }
}

/// Bits of deflate, written one after the other, the lowest first.
struct DeflateBits {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func add(_ value: Int, _ bits: Int) {
        for bit in 0..<bits {
            if count % 8 == 0 { bytes.append(0) }
            bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
            count += 1
        }
    }

    /// A code, which begins with its highest bit.
    mutating func add(code: Int, _ bits: Int) {
        for bit in (0..<bits).reversed() { add(code >> bit & 1, 1) }
    }
}
