import NIOCore

/// The bounds of the server; a person or a program that passes one is told so.
enum Limits {
    /// How long a connection may say nothing while a request is expected or half sent.
    static let idleTimeout = TimeAmount.seconds(60)
    /// How long a request may take to come, however slowly it does.
    static let slowRequestGrace = TimeAmount.seconds(60)
    /// Octets a second in which it has to come beyond that, on the whole.
    static let requestBytesPerSecondMin = 1024
    /// Octets of one request that count for its pace; more are taken and earn no more time.
    static let pacedBytesMax = 1 << 32
    /// Octets of a request body that is JSON.
    static let formBytesMax = 64 * 1024
    /// Octets of a person's settings.
    static let settingsBytesMax = 65_536
    /// Octets of one calendar object.
    static let objectBytesMax = 1_048_576
    /// Octets of a file that is imported.
    static let importBytesMax = 256 * 1_048_576

    /// Octets of a name of a person or a calendar.
    static let nameBytesMax = 200
    /// Octets of an e-mail address.
    static let emailBytesMax = 254
    /// Characters of a password.
    static let passwordLength = 10...1024
    /// Characters of a UID.
    static let uidLengthMax = 1000

    /// Days an invitation lasts.
    static let invitationDays = 1...365
    /// How many may join with one invitation that does not take any number.
    static let invitationUses = 1...50

    /// Octets of where a request says it comes from; more is cut off.
    static let networkBytesMax = 64
    /// Days a sign-in lasts.
    static let sessionDays = 30
    /// Failed attempts to sign in to one account from one network within the window, or to give its
    /// password again in one session.
    static let attemptsPerAccountMax = 10
    /// Failed attempts from one network at all accounts; a household shares one.
    static let attemptsPerNetworkMax = 30
    /// Failed attempts at one account from all networks; beyond it only those are heard from which
    /// somebody has signed in to it before.
    static let attemptsFromEverywhereMax = 100
    /// Seconds after which failed attempts are forgotten.
    static let attemptWindowSeconds = Int64(900)
    /// Accounts and networks whose attempts are remembered at once.
    static let attemptKeysMax = 10_000

    /// Seconds a sign-in by another service may take.
    static let signInSeconds = Int64(600)
    /// Such sign-ins that are under way from one network.
    static let signInsPerNetworkMax = 20
    /// Such sign-ins that are under way.
    static let signInsMax = 2000
    /// Octets of an address that is taken from outside.
    static let addressBytesMax = 2000
    /// How long another service may take to answer.
    static let providerTimeout = TimeAmount.seconds(10)
    /// Octets of an answer of another service.
    static let providerBytesMax = 256 * 1024
    /// Keys of a provider that are looked at.
    static let providerKeysMax = 50
    /// Seconds what a provider says of itself is believed without asking again.
    static let providerKeptSeconds = Int64(3600)
    /// Seconds between two looks at a provider's keys.
    static let keyFetchSeconds = Int64(60)
    /// Seconds a provider's clock may differ from ours.
    static let clockToleranceSeconds = Int64(120)
    /// Seconds since an ID token was made.
    static let tokenAgeSecondsMax = Int64(3600)
    /// Octets of a provider's name for a person.
    static let subjectBytesMax = 255
    /// Octets of what a browser calls itself; more is cut off.
    static let browserBytesMax = 300
    /// Seconds between two notes that a session, or a program's password, is in use.
    static let useNoteSeconds = Int64(300)
    /// Accounts that are registered from one network within the window of attempts.
    static let registrationsPerNetworkMax = 10
    /// How long the server of a picture that a provider names may take.
    static let pictureTimeout = TimeAmount.seconds(5)
    /// Pictures that are fetched at once; of more, none is.
    static let pictureErrandsMax = 8
    /// Octets of a picture as it is sent; the page makes it small before.
    static let pictureBytesMax = 256 * 1024
    /// Pixels of a picture's sides.
    static let pictureSidesMax = 512

    /// Objects that are read from the database at once when a calendar is streamed.
    static let syncPageCount = 100
    /// How far around a date is near it: what a page shows at once, and two screens more.
    static let nearSeconds = Int64(60 * 86_400)
    /// Entries of the change log that are sent at once.
    static let livePageCount = 200
    /// Pages of one account that may listen at once.
    static let listenersPerAccountMax = 100
    /// Seconds after which one more page may ask whether it can listen.
    static let listenAgainSeconds = Int64(60)
    /// Seconds after which something may be asked again for which the database was busy.
    static let busyRetrySeconds = Int64(5)
    /// Octets up to which an answer goes as it is.
    static let plainAnswerBytesMax = 1024
    /// Octets that a compressor gives out at once.
    static let compressedPieceBytes = 32 * 1024
    /// Seconds a browser remembers to come by HTTPS only: a year.
    static let secureTransportSeconds = 365 * 86_400
    /// Seconds between two looks for changes another process made.
    static let watchSeconds = 2
    /// Looks until a stream without news says that it is alive: twenty seconds.
    static let watchesPerPing = 10

    /// Objects that are committed at once during an import.
    static let importBatchCount = 500
    /// Problems of an import that are told one by one.
    static let importProblemsMax = 1000
    /// Changes of an import that are told one by one, so that it can be taken back.
    static let importChangesToldMax = 2000
    /// Problems of a single object that are told.
    static let objectProblemsMax = 50

    /// Octets of a form with what another program shares.
    static let sharedBytesMax = 8 * 1_048_576
    /// Fields and files of such a form.
    static let sharedPartsMax = 20
    /// Octets of what stands before the contents of such a field or file.
    static let sharedHeadBytesMax = 8 * 1024
    /// Such forms that are received and read at once.
    static let formsInFlightMax = 4
    /// Octets of the title, the text and the link of what was shared, each; more is cut off.
    static let sharedTextBytesMax = 16 * 1024
    /// How long what was shared waits for the page.
    static let shareKeptSeconds = Int64(60)
    /// Shared things of one account that wait at once.
    static let sharesPerAccountMax = 4
    /// Shared things of all accounts that wait at once.
    static let sharesMax = 16

    /// Zones that can be asked for at once.
    static let zonesPerRequestMax = 200
    /// Octets of a zone's file.
    static let zoneBytesMax = 65_536

    /// Files of the page.
    static let webFilesMax = 2000
    /// Octets of all files of the page together.
    static let webBytesMax = 64 * 1_048_576
}
