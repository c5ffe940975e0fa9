import Client

// Signing out, which leaves nothing of the account on the device.

extension Watch {
    /// Ends the session at the server, and then erases everything of the account from this device.
    ///
    /// It asks before something is lost that only this device has. The command again, as the next line, is the answer.
    ///
    /// - Parameter asked: What the command before this one has asked; empty if it has asked nothing.
    func signOut(asked: String) async {
        if let session {
            do throws(ServerFailure) {
                try await check(session)
            } catch {
                guard error.isSignedOut else { return tellStillSignedIn(error) }
                leave(session)
            }
        }
        if asked.isEmpty, mayConnect, !client.hasSentAll { await waitUntilSent() }
        let question = lossQuestion
        guard question.isEmpty || question == asked else {
            signOutQuestion = question
            return answer(question)
        }
        if let session {
            do throws(ServerFailure) {
                try await server.signOut(session)
            } catch {
                guard error.isSignedOut else { return tellStillSignedIn(error) }
            }
        }
        eraseAccount()
    }

    private func tellStillSignedIn(_ failure: ServerFailure) {
        answer("You're still signed in, and nothing was erased: \(failure.reason)")
    }

    /// Asks about what would be lost; empty if that's nothing.
    private var lossQuestion: String {
        let (changes, conflicts) = waitingCounts
        let losses = [
            Self.counted(changes, "change that isn't saved yet", "changes that aren't saved yet"),
            Self.counted(
                conflicts,
                "conflict that you haven't seen",
                "conflicts that you haven't seen"
            ),
            Self.counted(
                unreadFiles.count,
                "file of changes that can't be read",
                "files of changes that can't be read"
            ),
        ]
        .filter { !$0.isEmpty }
        guard let last = losses.last else { return "" }
        let others = losses.dropLast().joined(separator: ", ")
        let what = others.isEmpty ? last : "\(others) and \(last)"
        return "Sign out and lose \(what)? Type “sign-out” once more."
    }

    private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        switch count {
        case 0: ""
        case 1: "1 \(one)"
        default: "\(count) \(many)"
        }
    }

    /// The files beside the one with what waits that had something which couldn't be read.
    private var unreadFiles: [String] {
        folder.names.filter { $0.hasPrefix(KeptEdits.file + StateFolder.asideMark) }
    }

    private func eraseAccount() {
        drawOnce {
            hidden = []
            emptyScreen()
            answer("You're signed out.")
            let files = [Self.copyFile, Session.file, StateFolder.hiddenFile] + unreadFiles
            let isErased = files.map { erase($0) } + [eraseWaiting()]
            if !isErased.contains(false) {
                answer("You're signed out, and this device has nothing of the account any more.")
            }
        }
    }

    /// Erases what waits, but not what another account has left in the same file.
    ///
    /// - Returns: Whether nothing of the account is left. A file that couldn't be read stays.
    private func eraseWaiting() -> Bool {
        guard var kept else { return !folder.names.contains(KeptEdits.file) }
        self.kept = nil
        do throws(StateFolder.Fault) {
            try kept.eraseAll()
            return true
        } catch {
            note("What waits can't be erased from this device: \(error.sentence)")
            return false
        }
    }
}
