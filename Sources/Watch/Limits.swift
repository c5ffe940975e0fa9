import NIOCore

/// The limits of watching a calendar.
enum Limits {
    /// How long the server may take to answer a question.
    static let answerTimeout = TimeAmount.seconds(30)
    /// How long a whole load may take.
    static let loadTimeout = TimeAmount.minutes(10)
    /// Bytes of a load.
    static let loadBytesMax = 1 << 30
    /// Bytes of the live stream that come at once.
    static let pieceBytesMax = 1 << 28
    /// Bytes of a message of the live stream.
    static let messageBytesMax = 1 << 25
    /// Seconds without a sign of life of the live stream; the server sends one every 20 seconds.
    static let silenceSecondsMax = 50
    /// Seconds after which a live stream that says nothing lasts.
    static let lastingSeconds: Int64 = 10
    /// Arrays and objects in each other, in what the server and the device say.
    static let depthMax = 16
    /// Messages that are shown at once; older ones go.
    static let noticesMax = 6
    /// Seconds after which changes that were heard are written to the device.
    static let copySeconds = 2
    /// Seconds that quitting waits for what is on its way.
    static let partingSeconds = 30
    /// Bytes of the account and the server in the name of a folder, before the digest of both.
    static let folderNameBytesMax = 100
}
