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

    private static let sines: [(Double, UInt64)] = [
        (1e-9, 0x3E11_2E0B_E826_D695), (0.1, 0x3FB9_8EAE_CB8B_CB2C),
        (0.5, 0x3FDE_AEE8_744B_05F0),
        (0.8, 0x3FE6_F494_C2BF_FECD), (1, 0x3FEA_ED54_8F09_0CEE), (2, 0x3FED_18F6_EAD1_B446),
        (3, 0x3FC2_1038_6DB6_D55B), (4, 0xBFE8_37B9_DDDC_1EAE), (5.5, 0xBFE6_93C9_4E0A_B057),
        (-7, 0xBFE5_0608_C26D_0A08), (100, 0xBFE0_3425_B78C_4DB8),
        (12345.678, 0xBFE6_87D5_8909_74A5), (355, 0xBEFF_9BD0_307D_1DE3),
        (1e6, 0xBFD6_664B_2568_D867),
    ]

    @Test(arguments: sines) func `the sine has these bits`(x: Double, bits: UInt64) {
        #expect(Elementary.sin(x).bitPattern == bits, "sin \(x)")
    }

    private static let cosines: [(Double, UInt64)] = [
        (1e-9, 0x3FF0_0000_0000_0000), (0.1, 0x3FEF_D712_F9A8_17C1),
        (0.5, 0x3FEC_1528_065B_7D50),
        (0.8, 0x3FE6_4B6B_DE71_9865), (1, 0x3FE1_4A28_0FB5_068C), (2, 0xBFDA_A226_5753_7205),
        (3, 0xBFEF_AE04_BE85_E5D2), (4, 0xBFE4_EAA6_06DB_24C1), (5.5, 0x3FE6_AD6C_3C07_D448),
        (-7, 0x3FE8_1FF7_9ED9_2017), (100, 0x3FEB_981D_BF66_5FDF),
        (12345.678, 0x3FE6_B94C_3BBE_24B8), (355, 0xBFEF_FFFF_FFC1_8E4C),
        (1e6, 0x3FED_F9DF_9906_D32C),
    ]

    @Test(arguments: cosines) func `the cosine has these bits`(x: Double, bits: UInt64) {
        #expect(Elementary.cos(x).bitPattern == bits, "cos \(x)")
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

    private static let powers: [(Double, Double, UInt64)] = [
        (0.5, 0.5, 0x3FE6_A09E_667F_3BCC), (0.7, -3.3, 0x4009_F52C_CA85_4582),
        (1.000001, 1e6, 0x4005_BF09_D4A0_F972), (1.5, 2.5, 0x4006_0B9F_D68A_4554),
        (2, -1073.5, 0x0000_0000_0000_0001), (2, 0.1, 0x3FF1_25FB_EE25_0664),
        (3, 40, 0x43E5_1716_8A45_23FD), (10, 308.25, 0x7FEF_A788_589D_81D3),
        (10, -310.5, 0x0000_05D2_3CCB_7DCE), (1e-300, 1.02, 0x0066_789E_3750_F743),
        (0.99, -12345.6, 0x4B20_10BF_F986_68A3), (1.1, 1.1, 0x3FF1_C4BF_8D66_AE6C),
        (-3, 41, 0xC3FF_A2A1_CF67_B5FC), (7.7, 0.3333, 0x3FFF_97BE_0993_017A),
    ]

    @Test(arguments: powers) func `the power has these bits`(x: Double, y: Double, bits: UInt64) {
        #expect(Elementary.pow(x, y).bitPattern == bits, "\(x)^\(y)")
    }
}
