/// A face drawn as simply as a sign: head and shoulders on a plain background.
struct DemoPortrait {
    /// A colour as `0xRRGGBB`.
    typealias Color = UInt32

    let backdrop: Color
    let skin: Color
    let hair: Color
    let clothes: Color
    /// Whether the hair falls to the shoulders.
    var hasLongHair = false
    var hasBeard = false
    var hasGlasses = false

    static let ana = DemoPortrait(
        backdrop: 0xbfdcff,
        skin: 0xf0c5a0,
        hair: 0x5b3a1e,
        clothes: 0x7b4fb5,
        hasLongHair: true
    )
    static let jonas = DemoPortrait(
        backdrop: 0xcfe8c9,
        skin: 0xe8b48c,
        hair: 0x2f2418,
        clothes: 0x2f6f5e,
        hasBeard: true
    )
    static let ilse = DemoPortrait(
        backdrop: 0xf6d9c4,
        skin: 0xf3cdb0,
        hair: 0xd9d6d0,
        clothes: 0xa8455a,
        hasGlasses: true
    )
    static let noor = DemoPortrait(
        backdrop: 0xffe2a8,
        skin: 0xc98f62,
        hair: 0x1f1a17,
        clothes: 0x146c7c,
        hasLongHair: true,
        hasGlasses: true
    )
    static let takeshi = DemoPortrait(
        backdrop: 0xd9d3f2,
        skin: 0xefc9a2,
        hair: 0x17161a,
        clothes: 0x33506f
    )
    static let ines = DemoPortrait(
        backdrop: 0xffcfd4,
        skin: 0x9c6642,
        hair: 0x2a1b14,
        clothes: 0xd98a2b,
        hasLongHair: true
    )

    /// The width and height in pixels.
    static let side = 96
    private static let samples = 2

    /// The picture as a PNG file.
    func png() -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(Self.side * Self.side * 3)
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                pixels += pixel(column: column, row: row)
            }
        }
        return PNGWriter.file(side: Self.side, pixels: pixels)
    }

    /// The mean colour of some points in a pixel, which smooths the edges.
    private func pixel(column: Int, row: Int) -> [UInt8] {
        var sums: [UInt32] = [0, 0, 0]
        for step in 0..<(Self.samples * Self.samples) {
            let across = Double(step % Self.samples) + 0.5
            let down = Double(step / Self.samples) + 0.5
            let color = color(
                (Double(column) + across / Double(Self.samples)) / Double(Self.side),
                (Double(row) + down / Double(Self.samples)) / Double(Self.side)
            )
            for (index, shift) in [UInt32(16), 8, 0].enumerated() {
                sums[index] += color >> shift & 255
            }
        }
        return sums.map { UInt8($0 / UInt32(Self.samples * Self.samples)) }
    }

    /// The colour at a point; both coordinates go from 0 to 1, right and down.
    private func color(_ x: Double, _ y: Double) -> Color {
        if let feature = feature(x, y) { return feature }
        let isFace = Self.isInside(x, y, (0.5, 0.47), (0.185, 0.235))
        let parting = 0.33 + (x - 0.34) * (x - 0.34) * 0.6
        if isFace, y > parting { return hasBeard && y > 0.575 ? hair : skin }
        if Self.isInside(x, y, (0.5, 0.41), (0.23, 0.25)), y < 0.47 { return hair }
        if Self.isInside(x, y, (0.5, 0.72), (0.085, 0.14)) { return skin }
        if Self.isInside(x, y, (0.5, 1.08), (0.4, 0.34)) { return clothes }
        if hasLongHair, Self.isInside(x, y, (0.5, 0.55), (0.25, 0.31)) { return hair }
        return backdrop
    }

    /// The colour of the eyes, mouth or glasses at a point.
    private func feature(_ x: Double, _ y: Double) -> Color? {
        for eye in [0.425, 0.575] {
            if Self.isInside(x, y, (eye, 0.475), (0.02, 0.024)) { return 0x2b2320 }
            if hasGlasses, Self.isInside(x, y, (eye, 0.475), (0.068, 0.062)),
                !Self.isInside(x, y, (eye, 0.475), (0.054, 0.048))
            {
                return 0x3a3a44
            }
        }
        let isMouth =
            Self.isInside(x, y, (0.5, 0.575), (0.075, 0.05))
            && !Self.isInside(x, y, (0.5, 0.558), (0.08, 0.048))
        return isMouth ? 0x9c4038 : nil
    }

    private static func isInside(
        _ x: Double,
        _ y: Double,
        _ middle: (x: Double, y: Double),
        _ radius: (x: Double, y: Double)
    ) -> Bool {
        let across = (x - middle.x) / radius.x
        let down = (y - middle.y) / radius.y
        return across * across + down * down <= 1
    }
}
