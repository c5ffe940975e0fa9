package import NIOCore

/// The limits of the server and of the targets below it.
///
/// A request that exceeds one is refused with the reason. Other limits bound what the server keeps.
package enum Limits {
    /// How long a connection may be silent while a request is expected or incomplete.
    package static let idleTimeout = TimeAmount.seconds(60)
    /// How long a request may take to arrive, however slowly.
    package static let slowRequestGrace = TimeAmount.seconds(60)
    /// Average bytes per second at which a request must arrive after that.
    package static let requestBytesPerSecondMin = 1024
    /// Bytes of a request that earn it time.
    ///
    /// More are accepted but earn no more time.
    package static let pacedBytesMax = 1 << 32
    /// How long a client may leave an answer waiting that it takes too slowly.
    package static let answerWait = TimeAmount.seconds(60)
    /// Bytes of the answer that it must take in that time; all that wait, if they are fewer.
    package static let answerBytesMin = 60 * 1024
    /// Bytes of an answer that the system takes before it can send them.
    ///
    /// It asks for more when half of them are left, so this is less than a client must take.
    package static let unsentBytesMax = 32 * 1024
    /// How long requests in progress may go on when the server is told to stop.
    ///
    /// Shorter than the ten seconds after which Docker kills a container.
    package static let stopGrace = Duration.seconds(8)
    /// Bytes of a JSON request body.
    package static let formBytesMax = 64 * 1024
    /// Bytes of the XML of a calendar program's request.
    package static let xmlBytesMax = 1_048_576
    /// Bytes of the XML that answers it.
    package static let reportBytesMax = 32 * 1_048_576
    /// Bytes of an answer to a program after which free memory goes back to the system.
    package static let largeAnswerBytesMin = 1_048_576
    /// Bytes of requests that one account, or one network that isn't signed in, hasn't sent to the end, and of answers
    /// that it hasn't taken yet.
    ///
    /// Two of the longest: an account's second program may get its events while the first does.
    package static let heldBytesPerHolderMax = 64 * 1_048_576
    /// Such bytes of all together.
    package static let heldBytesMax = 256 * 1_048_576
    /// Bytes of an answer that are passed to the system at once.
    package static let heldPieceBytes = 64 * 1024
    /// Requests of one account's calendar programs that are worked on at once; more wait.
    package static let programRequestsAtOnceMax = 1
    /// Such requests that wait; more are told to come again.
    package static let programRequestsWaitingMax = 50
    /// Requests of one account for single events that are worked on at once; more wait.
    ///
    /// Programs and pages send several at a time, and the database writes together what comes together.
    package static let eventRequestsAtOnceMax = 4
    /// Such requests that wait; more are told to come again.
    package static let eventRequestsWaitingMax = 300
    /// Pages of one account that load everything at once; more wait.
    ///
    /// Each keeps some megabytes until its browser has taken them.
    package static let syncsAtOnceMax = 4
    /// Such pages that wait; the answer to one more ends after its beginning.
    package static let syncsWaitingMax = 100
    /// Properties that a request names; Apple's programs name some fifty.
    package static let propertiesAskedMax = 200
    /// Conditions of a `principal-property-search`.
    package static let propertySearchesMax = 50
    /// Properties whose addresses `expand-property` follows in one request.
    package static let propertiesExpandedMax = 20
    /// Objects that a multiget reads from the database at once.
    package static let multigetPageCount = 25
    /// Members of a collection that one sync reports; a program asks again for more.
    package static let syncMembersMax = 20_000
    /// Bytes of XML after which a first sync is cut; a program asks again for more.
    ///
    /// The last object may be long, and XML writes some characters with five.
    package static let syncBytesMax = 24 * 1_048_576
    /// Bytes of changed texts after which a later sync is cut, before XML makes them up to five times
    /// as long.
    package static let changedBytesMax = 4 * 1_048_576
    /// Occurrences of a candidate that a program answers with one write.
    package static let answersPerWriteMax = 50
    /// Addresses that `expand-property` follows in one request.
    package static let expandedAddressesMax = 100
    /// Bytes of an account's settings.
    package static let settingsBytesMax = 65_536
    /// Bytes of one calendar object.
    package static let objectBytesMax = 1_048_576
    /// Components of one calendar object: changed occurrences, reminders and parts of zones.
    package static let objectComponentsMax = 1_500
    /// Lines of one calendar object.
    package static let objectLinesMax = 20_000
    /// Values of `RDATE` and `EXDATE` in one calendar object.
    package static let objectDatesMax = 5_000
    /// Control characters in one calendar object: JSON writes each with six bytes.
    package static let objectControlsMax = 1_000
    /// Deleted events in one page of the bin.
    package static let binPageCount = 50
    /// Characters of a title in the bin.
    package static let binTitleLengthMax = 200
    /// Bytes of an imported file.
    package static let importBytesMax = 256 * 1_048_576

    /// Bytes of a calendar file at an address that are read at once, before other work has its turn.
    package static let sourcePieceBytes = 256 * 1024
    /// Bytes of all events of a calendar that is read from elsewhere, each with its time zones.
    package static let sourceTextBytesMax = 64 * 1_048_576
    /// Events of a calendar that is read from elsewhere.
    package static let sourceEventsMax = 50_000
    /// Events of all feeds together whose outlines are kept in memory, about 100 bytes each.
    package static let feedOutlineEventsMax = 100_000
    /// Seconds between two times that a service manager is asked for more time to start.
    package static let moreTimeSeconds = Int64(10)
    /// Seconds between two times that some calendars are counted again.
    package static let recountSeconds = Int64(3600)
    /// Seconds between two times that the log of changes is shortened.
    package static let pruningSeconds = Int64(3600)
    /// Seconds between two looks for sources that are due.
    package static let sourceLookSeconds = Int64(5)
    /// Seconds between two readings of a source, whatever it suggests.
    package static let sourceIntervalSeconds = Int64(900)...Int64(86_400)
    /// Seconds between two readings of a source that suggests nothing.
    package static let sourceIntervalUsualSeconds = Int64(3_600)
    /// Seconds after which a reading is taken for dead.
    package static let sourceRunSeconds = Int64(600)
    /// Sources that are read at once.
    package static let sourcesAtOnceMax = 8
    /// Places for one more reading that somebody waits for: in all, of a host and of an account.
    package static let sourcesAwaitedMore = 2
    /// How long a request waits for a place, and how often it looks.
    package static let sourcePlaceWait = Duration.seconds(10)
    package static let sourcePlaceLook = Duration.milliseconds(100)
    /// Sources of one host that are read at once.
    package static let sourcesAtOncePerHostMax = 2
    /// Sources of one account that are read at once.
    package static let sourcesAtOncePerAccountMax = 2
    /// Addresses that one account has the server ask within the window of failed attempts.
    package static let sourceRequestsMax = 60

    /// Bytes of an account's or a calendar's name.
    package static let nameBytesMax = 200
    /// Bytes of an e-mail address.
    package static let emailBytesMax = 254
    /// Characters of a password.
    package static let passwordLength = 10...1024
    /// Bytes of the text of a QR code: more modules than a camera reads easily from a screen.
    package static let codeTextBytesMax = 500
    /// Bytes of a UID: a row of an index in PostgreSQL has no more than 2,700.
    package static let uidBytesMax = 1000

    /// Days an invitation is valid.
    package static let invitationDays = 1...365
    /// How many people may join with one invitation, unless it is unlimited.
    package static let invitationUses = 1...50

    /// Bytes kept of a request's source address; the rest is cut off.
    package static let networkBytesMax = 64
    /// Days a sign-in lasts.
    package static let sessionDays = 30
    /// Failed attempts within the window to sign in to one account from one network, or to confirm
    /// the password in one session.
    package static let attemptsPerAccountMax = 10
    /// Failed attempts from one network at all accounts, as a household shares one.
    package static let attemptsPerNetworkMax = 30
    /// Failed attempts at one account from all networks.
    ///
    /// Beyond it, only networks from which somebody has signed in to the account before may try.
    package static let attemptsFromEverywhereMax = 100
    /// Seconds after which failed attempts are forgotten.
    package static let attemptWindowSeconds = Int64(900)
    /// Counts of failed attempts that protect no account, such as those of networks and of made-up addresses.
    ///
    /// A server notices at the latest after a tenth more that there are too many. On two processors, as many passwords
    /// can't be checked before the counts end anyway.
    package static let failureCountsMax = 100_000
    /// Networks whose requests are counted in memory at once.
    package static let requestCountsMax = 10_000
    /// Seconds between two looks for failed attempts that can be forgotten.
    package static let attemptClearingSeconds = Int64(60)
    /// How often an attempt reads the counts again because others ended meanwhile.
    package static let attemptReadsMax = 10
    /// Random octets of a link for a new password: 160 bits.
    package static let passwordLinkOctets = 20
    /// Seconds for which such a link is valid: a day.
    package static let passwordLinkSeconds = Int64(86_400)

    /// Random octets of a secret address: 160 bits.
    package static let linkSecretOctets = 20
    /// Requests at one secret address within the window.
    package static let linkRequestsMax = 60
    /// Requests at secret addresses from one network within the window, right or wrong.
    package static let linkRequestsPerNetworkMax = 120
    /// Seconds after which requests at secret addresses are forgotten.
    package static let linkWindowSeconds = Int64(60)
    /// Answers of one account's secret addresses that are sent at once.
    package static let linkAnswersAtOnceMax = 4
    /// Bytes of such an answer; the connection is closed before the next.
    package static let linkAnswerBytesMax = 256 * 1_048_576
    /// Seconds that sending it may take.
    package static let linkAnswerSeconds = Int64(300)
    /// Seconds between two updates of when a secret address was last used.
    package static let linkUseUpdateSeconds = Int64(3600)
    /// How often programs are told to ask again: every hour.
    package static let linkRefreshInterval = "PT1H"
    /// Raised when a version writes such answers differently, so that programs read them anew.
    package static let linkFormatVersion = 1

    /// Seconds a sign-in with another service may take.
    package static let signInSeconds = Int64(600)
    /// Bytes of the page's path to return to afterwards, which the browser keeps in a cookie meanwhile.
    ///
    /// Some proxies accept answers with 4 KiB of headers only.
    package static let returnPathBytesMax = 1000
    /// Bytes of a URL that comes from outside.
    package static let addressBytesMax = 2000
    /// Bytes of another service's response.
    package static let providerBytesMax = 256 * 1024
    /// Keys of a provider that are considered.
    package static let providerKeysMax = 50
    /// Seconds a provider's configuration is cached.
    package static let providerKeptSeconds = Int64(3600)
    /// Seconds between two fetches of a provider's keys.
    package static let keyFetchSeconds = Int64(60)
    /// Seconds a provider's clock may differ from ours.
    package static let clockToleranceSeconds = Int64(120)
    /// Maximum age of an ID token, in seconds.
    package static let tokenAgeSecondsMax = Int64(3600)
    /// Bytes of a provider's name for a person.
    package static let subjectBytesMax = 255
    /// Bytes kept of the user agent; the rest is cut off.
    package static let browserBytesMax = 300
    /// Seconds between two updates of when a session or app password was last used.
    package static let lastUseUpdateSeconds = Int64(300)
    /// Seconds for which a password that was right isn't checked again for calendar programs.
    package static let checkedPasswordSeconds = Int64(300)
    /// Passwords to remember as right.
    package static let checkedPasswordsMax = 10_000
    /// Accounts registered from one network within the window of failed attempts.
    package static let registrationsPerNetworkMax = 10
    /// How long downloading a provider's picture may take.
    package static let pictureTimeout = TimeAmount.seconds(5)
    /// Pictures downloaded at once; any more are skipped.
    package static let pictureDownloadsMax = 8
    /// Bytes of an uploaded picture, which the page has already scaled down.
    package static let pictureBytesMax = 256 * 1024
    /// Pixels of a picture's sides.
    package static let pictureSidesMax = 512

    /// Objects read from the database at once when a calendar is streamed.
    package static let syncPageCount = 100
    /// How far from a date an object counts as near: what a page shows at once, plus two screens.
    package static let nearSeconds = Int64(60 * 86_400)
    /// Change log entries sent at once.
    package static let livePageCount = 200
    /// Pages of one account that may listen at once.
    package static let listenersPerAccountMax = 100
    /// Seconds after which a page beyond that limit may try again.
    package static let listenAgainSeconds = Int64(60)
    /// Seconds between two lines of the log about a database that doesn't answer, or whose disk is full.
    package static let troubleTellingSeconds = Int64(60)
    /// Bytes of a value in the log; the rest is cut off.
    package static let logValueBytesMax = 1024
    /// Characters of a request's ID that a proxy sends; a longer one is replaced.
    package static let requestIDLengthMax = 64
    /// Networks and accounts of programs that have signed in, before all are forgotten.
    package static let seenNetworksMax = 10_000
    /// Combinations of labels of one metric; those beyond aren't counted.
    package static let metricSeriesMax = 2_000
    /// How often the write of a readiness check tries again while another process holds the database:
    /// for a second.
    package static let readinessRetriesMax = 50
    /// Seconds after which a request that found the database busy may be retried.
    package static let busyRetrySeconds = Int64(5)
    /// Bytes up to which a response isn't compressed.
    package static let plainAnswerBytesMax = 1024
    /// Bytes of a compressor's output buffer.
    package static let compressedPieceBytes = 32 * 1024
    /// Seconds a browser remembers to use only HTTPS: a year.
    package static let secureTransportSeconds = 365 * 86_400
    /// Seconds between two looks at the log for changes that programs want to be told of.
    ///
    /// A look passes over what was written since the last one, so messages go out after one to two
    /// times as long, and changes that follow each other closely are told together.
    package static let pushLookSeconds = Int64(2)
    /// Seconds between two push messages to a program about one collection.
    package static let pushGapSeconds = Int64(10)
    /// Push messages on their way at once.
    package static let pushSendsMax = 16
    /// Push messages of one account on their way at once, so that a slow service holds up nobody else.
    package static let pushSendsPerAccountMax = 4
    /// Failures in a row after which a registration is removed: with the pauses, ten hours.
    package static let pushFailuresMax = 16
    /// Seconds to wait after the first failure; twice as long after each one that follows.
    package static let pushRetrySeconds = Int64(30)
    /// Seconds to wait after a failure at most.
    package static let pushRetrySecondsMax = Int64(3600)
    /// Seconds for which a push service keeps a message for a program that is offline.
    package static let pushLifeSeconds = Int64(86_400)
    /// Seconds for which a signature of a push message is valid; RFC 8292 allows a day.
    package static let pushTokenSeconds = Int64(43_200)
    /// Octets of an encrypted push message (RFC 8291, 4).
    package static let pushMessageBytesMax = 4096
    /// Days after which a registration for push messages ends, unless it's renewed.
    package static let pushDaysMax = Int64(30)
    /// Pieces of the log of which programs needn't be told; those of more are told all the same.
    package static let pushExemptionsMax = 2_000
    /// Such pieces for one registration.
    package static let pushExemptionsPerRegistrationMax = 50

    /// Seconds between two checks for changes made by another process.
    package static let watchSeconds = 1
    /// Bytes of what a ring was about that are kept for streams that ask for it later.
    package static let sharedBatchBytesMax = 65_536
    /// Calendars whose viewers are remembered for their next changes.
    package static let calendarsFollowedMax = 10_000
    /// Rings after which the reads that they made necessary are forgotten.
    package static let sharedRings = 16
    /// Checks after which shared items and answers that nobody fetched are removed: a minute.
    package static let watchesPerClearing = 60
    /// Checks after which an idle stream sends a sign of life: twenty seconds.
    package static let watchesPerPing = 20

    /// Objects committed at once during an import.
    package static let importBatchCount = 500
    /// Bytes of their texts, before the last: everybody's streams wait for a transaction that takes long.
    package static let importBatchBytesMax = 2 * 1_048_576
    /// Files of one account that are imported at once; more wait with their bodies unread.
    ///
    /// Each is on the disk meanwhile.
    package static let importsAtOnceMax = 2
    /// Imports that wait; more are told to come again.
    package static let importsWaitingMax = 20
    /// Problems of an import reported one by one.
    package static let importProblemsMax = 1000
    /// Changes of an import reported one by one, so that it can be undone.
    package static let importChangesReportedMax = 2000
    /// Problems reported for a single object.
    package static let objectProblemsMax = 50

    /// Bytes of a form that another app shares.
    package static let sharedBytesMax = 8 * 1_048_576
    /// Fields and files of such a form.
    package static let sharedPartsMax = 20
    /// Bytes of the headers of such a field or file.
    package static let sharedHeadBytesMax = 8 * 1024
    /// Such forms received and stored at once, of which an account has one.
    package static let formsInFlightMax = 8
    /// How long such a form may take to arrive.
    package static let formArrival = Duration.seconds(60)
    /// Bytes each of a shared title, text and link; the rest is cut off.
    package static let sharedTextBytesMax = 16 * 1024
    /// How long a shared item waits for the page to fetch it.
    package static let shareKeptSeconds = Int64(60)

    /// Secrets that are looked at together when another key seals.
    package static let secretsPerPage = 500
    /// Keys that open secrets of other services; the first seals.
    package static let secretKeysMax = 10
    /// Bytes of the file with these keys.
    package static let secretKeyFileBytesMax = 4096

    /// Writes that the pages of an account, or one of its programs, may make in a minute, in the long run,
    /// unless an administrator says otherwise.
    package static let writesPerMinute: Int64 = 600
    /// Minutes of which the writes may come all at once.
    package static let writeBurstMinutes: Int64 = 5
    /// How many programs of an account may write as much as they can at the same time.
    package static let programsAtFullRateMax: Int64 = 3
    /// Counts of writes kept in memory before those that have run out are removed.
    package static let writeAllowancesMax = 10_000

    /// Time zones that can be requested at once.
    package static let zonesPerRequestMax = 200
    /// Time zones that stay read; there are some six hundred.
    package static let zonesKeptMax = 1_000
    /// Bytes of a time zone file.
    package static let zoneBytesMax = 65_536

    /// Files of the page.
    package static let webFilesMax = 2000
    /// Bytes of a file of the page that stays in memory; larger ones are read when they're asked for.
    package static let fileKeptBytesMax = 64 * 1024
    /// Bytes of all the page's files together.
    package static let webBytesMax = 64 * 1_048_576
}
