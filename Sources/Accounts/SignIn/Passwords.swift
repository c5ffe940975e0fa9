import Crypto
import CryptoExtras
import NIOCore
import NIOPosix
import Observability
import ServerBase

/// Hashes and compares passwords with scrypt (RFC 7914).
package struct Passwords: Sendable {
    /// The cost parameters of scrypt.
    package struct Cost: Hashable, Sendable {
        let rounds: Int
        let blockSize: Int
        let parallelism: Int

        package init(rounds: Int, blockSize: Int, parallelism: Int) {
            self.rounds = rounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// 32 MiB of memory and about a tenth of a second for each guess.
        package static let standard = Cost(rounds: 1 << 15, blockSize: 8, parallelism: 1)
    }

    private static let hashBytes = 32
    private let cost: Cost
    private let turns = PasswordTurns(atOnceMax: System.coreCount)

    package init(cost: Cost = .standard) { self.cost = cost }

    /// The text to store for a password: algorithm, cost, salt and hash.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - salt: Random octets.
    ///   - account: The address of its account, or another text that tells whose turn it is.
    /// - Returns: The text.
    /// - Throws: An error if the server stops.
    package func stored(
        _ password: String,
        salt: [UInt8],
        of account: String = ""
    ) async throws -> String {
        try await Stored(
            cost: cost,
            salt: salt,
            hash: hash(password, salt: salt, cost: cost, of: account)
        ).text
    }

    /// Whether a password matches the stored one.
    ///
    /// Without a stored one it's false, but takes as long, so that the time doesn't reveal which
    /// addresses have accounts.
    func matches(
        _ password: String,
        stored text: String?,
        of account: String = ""
    ) async throws -> Bool {
        guard let text, let stored = Stored(text) else {
            let salt = [UInt8](repeating: 0, count: 16)
            _ = try await hash(password, salt: salt, cost: cost, of: account)
            return false
        }
        let hash = try await hash(password, salt: stored.salt, cost: stored.cost, of: account)
        return isEqualInConstantTime(hash, stored.hash)
    }

    private func hash(
        _ password: String,
        salt: [UInt8],
        cost: Cost,
        of account: String
    ) async throws -> [UInt8] {
        let network = RequestScope.current?.network.text ?? ""
        return try await turns.run(of: account, in: network) {
            try await Self.hash(password, salt: salt, cost: cost)
        }
    }

    /// Computes in a thread pool: on an event loop, a tenth of a second would hold up other requests.
    private static func hash(_ password: String, salt: [UInt8], cost: Cost) async throws -> [UInt8]
    {
        try await NIOThreadPool.singleton.runIfActive {
            let key = try KDF.Scrypt.deriveKey(
                from: Array(password.utf8),
                salt: salt,
                outputByteCount: hashBytes,
                rounds: cost.rounds,
                blockSize: cost.blockSize,
                parallelism: cost.parallelism
            )
            return key.withUnsafeBytes(Array.init)
        }
    }
}

/// A stored password, such as `scrypt$32768$8$1$salt$hash`; salt and hash are hexadecimal.
private struct Stored {
    let cost: Passwords.Cost
    let salt: [UInt8]
    let hash: [UInt8]

    init(cost: Passwords.Cost, salt: [UInt8], hash: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.hash = hash
    }

    init?(_ text: String) {
        let parts = text.split(separator: "$")
        guard parts.count == 6, parts[0] == "scrypt",
            let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
            let parallelism = Int(parts[3]),
            let salt = hexOctets(parts[4]), let hash = hexOctets(parts[5])
        else { return nil }
        self.init(
            cost: .init(rounds: rounds, blockSize: blockSize, parallelism: parallelism),
            salt: salt,
            hash: hash
        )
    }

    var text: String {
        "scrypt$\(cost.rounds)$\(cost.blockSize)$\(cost.parallelism)$\(hexText(salt))$\(hexText(hash))"
    }
}
