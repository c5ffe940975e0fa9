/// The limits of this module.
enum Limits {
    /// The most lanes a month row may ask for.
    static let lanesMax = 40

    /// The most weeks one request for month rows may ask for.
    static let rowsMax = 120

    /// The most dots under a day on a narrow screen.
    static let dotsMax = 3

    /// The most weeks whose layout is remembered.
    static let rememberedWeeksMax = 600
}
