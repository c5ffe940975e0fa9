import ServerBase
import Store
import Synchronization

/// Counts the answers that secret addresses are sending, so that those of one account don't fill the
/// server's connections and memory.
final class SecretAddressAnswers: Sendable {
    /// A place among the answers of an account.
    ///
    /// It's given back when it's let go, also by an answer that was never sent.
    final class Place: Sendable {
        private let answers: SecretAddressAnswers
        private let account: AccountID
        private let isTaken = Mutex(true)

        fileprivate init(of account: AccountID, in answers: SecretAddressAnswers) {
            self.account = account
            self.answers = answers
        }

        deinit { leave() }

        func leave() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { answers.release(account) }
        }
    }

    private let counts = Mutex<[AccountID: Int]>([:])

    /// Takes a place, or throws ``ServerError/tooManyRequests`` when there's none left.
    func place(for account: AccountID) throws(ServerError) -> Place {
        let isFree = counts.withLock { counts in
            let count = counts[account] ?? 0
            guard count < Limits.secretAddressAnswersAtOnceMax else { return false }
            counts[account] = count + 1
            return true
        }
        guard isFree else { throw .tooManyRequests }
        return Place(of: account, in: self)
    }

    private func release(_ account: AccountID) {
        counts.withLock { counts in
            let count = counts[account] ?? 0
            counts[account] = count > 1 ? count - 1 : nil
        }
    }
}
