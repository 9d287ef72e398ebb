import Testing
import Vocabulary

/// Results to the last bit, so that a processor or a compiler that computes differently shows.
@Suite struct ElementaryTests {
    private static let exponentials: [(Double, UInt64)] = [
        (-740.25, 0x0000_0000_0000_0042), (-700.1, 0x00CF_52F9_3DF4_DFCF),
        (-20.7, 0x3E11_9592_0309_B9DA), (-1, 0x3FD7_8B56_362C_EF38),
        (-0.3, 0x3FE7_B4C8_69C3_7C05),
        (1e-9, 0x3FF0_0000_0044_B830), (0.1, 0x3FF1_AEC7_B35A_00D4),
        (0.34, 0x3FF6_7AAA_5321_08BD),
        (1, 0x4005_BF0A_8B14_5769), (2.5, 0x4028_5D6F_D931_E0BB), (10.3, 0x40DD_0927_9B49_2870),
        (88.8, 0x47F1_4890_6C06_FC8A), (709.7, 0x7FED_75AE_7A50_EE14),
    ]

    @Test(arguments: exponentials) func `the exponential has these bits`(x: Double, bits: UInt64) {
        #expect(Elementary.exp(x).bitPattern == bits, "exp \(x)")
    }

    private static let logarithms: [(Double, UInt64)] = [
        (0x1p-1074, 0xC087_4385_446D_71C3), (1e-300, 0xC085_9634_47F8_7FB5),
        (0.01, 0xC012_6BB1_BBB5_5515), (0.5, 0xBFE6_2E42_FEFA_39EF),
        (0.7, 0xBFD6_D3C3_24E1_3F50),
        (0.8, 0xBFCC_8FF7_C79A_9A20), (0.95, 0xBFAA_431D_5BCC_193E),
        (0.9999999, 0xBE7A_D7F2_B104_9B9F), (1.0000001, 0x3E7A_D7F2_847B_6492),
        (1.1, 0x3FB8_663F_793C_46CC), (1.3, 0x3FD0_CA93_7BE1_B9DC),
        (1.4, 0x3FD5_88C2_D913_348F),
        (1.9, 0x3FE4_8A11_293D_785B), (3, 0x3FF1_93EA_7AAD_030B), (1e10, 0x4037_069E_2AA2_AA5B),
        (1e300, 0x4085_9634_47F8_7FB5),
    ]

    @Test(arguments: logarithms) func `the logarithm has these bits`(x: Double, bits: UInt64) {
        #expect(Elementary.log(x).bitPattern == bits, "log \(x)")
    }

    private static let quantiles: [(Double, UInt64)] = [
        (1e-300, 0xC042_8607_4064_C26E), (1e-12, 0xC01C_234F_BA57_A32A),
        (0.001, 0xC008_B8CB_B720_4471), (0.07, 0xBFF7_9CD7_0D9C_27F0),
        (0.08, 0xBFF6_7B2C_5101_1CED), (0.3, 0xBFE0_C7E3_9582_C5FB),
        (0.49, 0xBF99_ABA9_F478_6912),
        (0.6, 0x3FD0_36D6_C4A0_4B59), (0.9, 0x3FF4_813C_36E2_6D34),
        (0.93, 0x3FF7_9CD7_0D9C_27F4),
        (0.9999, 0x400D_C08B_B712_897C),
    ]

    @Test(arguments: quantiles) func `the normal quantile has these bits`(x: Double, bits: UInt64) {
        #expect(Elementary.normalQuantile(x).bitPattern == bits, "normalQuantile \(x)")
    }
}
