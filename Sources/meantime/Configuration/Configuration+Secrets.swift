import Secrets
import Server
import ServerBase

/// The keys for secrets of other services: `MEANTIME_SECRET_KEY`, or a file beside the database.
extension Configuration {
    /// The keys for a database; a file of them is made if there is none.
    func secretKeys(for data: String) throws -> SecretKeys {
        if let text = values[.secretKey], let keys = SecretKeys(text) { return keys }
        if let problem = placeProblem(for: data) { throw CommandError(problem) }
        let file = secretKeyFile(for: data)
        do {
            return try file.keys(making: .machine)
        } catch let failure as SecretKeyFile.Failure {
            throw CommandError("\(file.path): \(failure.sentence)")
        }
    }

    /// The keys for a database if there are any already; none is made.
    ///
    /// A command that makes the file would make it for the account that it runs as, which needn't be the
    /// server's.
    func presentSecretKeys(for data: String) throws -> SecretKeys? {
        let isThere =
            values[.secretKey] != nil
            || placeProblem(for: data) == nil && secretKeyFile(for: data).isThere
        return isThere ? try secretKeys(for: data) : nil
    }

    /// What is wrong with the keys, one sentence each.
    var secretProblems: [String] {
        guard values[.secretKey] == nil else {
            guard values[.secretKeyFile] != nil else { return [] }
            return [
                "\(Self.prefix)SECRET_KEY and \(Self.prefix)SECRET_KEY_FILE are both set: leave one"
            ]
        }
        if let problem = placeProblem(for: data) { return [problem] }
        let file = secretKeyFile(for: data)
        return file.failure.map { ["\(file.path): \($0.sentence)"] } ?? []
    }

    /// Where the keys are, for `check-config`.
    var secretPlace: String {
        if values[.secretKey] != nil { return "sealed by \(Self.prefix)SECRET_KEY" }
        if placeProblem(for: data) != nil { return "not sealed" }
        let file = secretKeyFile(for: data)
        return "sealed by the key in \(file.path)"
            + (file.isThere ? "" : ", which the first start makes")
    }

    /// Why there's no place for the keys: a PostgreSQL database has no folder, and all servers on it need
    /// the same keys.
    private func placeProblem(for data: String) -> String? {
        guard Installation.isAddress(data), values[.secretKeyFile] == nil else { return nil }
        return
            "With PostgreSQL, set \(Self.prefix)SECRET_KEY_FILE or \(Self.prefix)SECRET_KEY, the same "
            + "for all servers: it's the key that seals passwords of other services."
    }

    private func secretKeyFile(for data: String) -> SecretKeyFile {
        values[.secretKeyFile].map { SecretKeyFile(path: $0) } ?? SecretKeyFile(beside: data)
    }
}

extension SecretKeyFile.Failure {
    /// What is wrong, for the console; after the file's name.
    var sentence: String {
        switch self {
        case .missing: "there is no such file"
        case .notReadable(let code): "cannot be read: \(systemErrorText(code))"
        case .openToOthers: "other accounts can open this file; use chmod 600"
        case .notKeys: "this isn't a file of keys, each 32 bytes in base64 in a line of its own"
        case .notWritten(let code): "cannot be written: \(systemErrorText(code))"
        }
    }
}
