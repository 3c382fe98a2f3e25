/// Which piece of disk work may start when: the order of a cache, as a value.
///
/// Work on one entry keeps the order it was submitted in, where reads may run side by side; work on
/// different entries is independent. Work on the whole directory is a fence: a *sweep* lets earlier
/// writes finish and holds back later ones, reads pass it; a *clearing* holds back everything.
struct EntrySchedule<Job> {
    private struct Pending {
        let access: DiskAccess
        let job: Job
    }

    private struct Line {
        var waiting = WaitingLine<(isWrite: Bool, job: Job)>()
        var reads = 0
        var isWriting = false
        var isEmpty: Bool { waiting.isEmpty && reads == 0 && !isWriting }
    }

    private var lines: [EntryKey: Line] = [:]
    /// Everything behind the first fence that did not pass it, that fence included.
    private var held = WaitingLine<Pending>()
    private var isFenceRunning = false
    private var heldWrites: [EntryKey: Int] = [:]
    private var heldClearings = 0
    private var openReads = 0
    private var openWrites = 0

    /// Takes in a job and returns those to start now.
    mutating func submit(_ access: DiskAccess, _ job: Job) -> [Job] {
        let pending = Pending(access: access, job: job)
        guard passesFences(access) else {
            hold(pending)
            return startFence()
        }
        return admit(pending)
    }

    /// Notes that a job ended and returns those to start now.
    mutating func finish(_ access: DiskAccess) -> [Job] {
        switch access {
        case .read(let key):
            openReads -= 1
            lines[key]?.reads -= 1
            return advance(key) + startFence()
        case .write(let key):
            openWrites -= 1
            lines[key]?.isWriting = false
            return advance(key) + startFence()
        case .sweep, .clearing:
            isFenceRunning = false
            if case .clearing = access { heldClearings -= 1 }
            held.popFirst()
            return release()
        }
    }

    /// Whether a change of an entry was asked for that has not ended yet.
    func isChanging(_ key: EntryKey) -> Bool {
        if heldClearings > 0 || heldWrites[key] != nil { return true }
        guard let line = lines[key] else { return false }
        // What waits in a line is a write, or is behind one.
        return line.isWriting || !line.waiting.isEmpty
    }

    private func passesFences(_ access: DiskAccess) -> Bool {
        guard !held.isEmpty else {
            switch access {
            case .read, .write: return true
            case .sweep, .clearing: return false
            }
        }
        guard case .read(let key) = access else { return false }
        return heldClearings == 0 && heldWrites[key] == nil
    }

    private mutating func hold(_ pending: Pending) {
        held.append(pending)
        switch pending.access {
        case .write(let key): heldWrites[key, default: 0] += 1
        case .clearing: heldClearings += 1
        case .read, .sweep: break
        }
    }

    /// Lets held work go up to the next fence.
    private mutating func release() -> [Job] {
        var started: [Job] = []
        while let first = held.first {
            switch first.access {
            case .sweep, .clearing:
                return started + startFence()
            case .write(let key):
                let count = (heldWrites[key] ?? 1) - 1
                heldWrites[key] = count > 0 ? count : nil
            case .read:
                break
            }
            held.popFirst()
            started += admit(first)
        }
        return started
    }

    private mutating func startFence() -> [Job] {
        guard !isFenceRunning, let first = held.first, openWrites == 0 else { return [] }
        if case .clearing = first.access, openReads > 0 { return [] }
        isFenceRunning = true
        return [first.job]
    }

    private mutating func admit(_ pending: Pending) -> [Job] {
        switch pending.access {
        case .read(let key):
            openReads += 1
            lines[key, default: Line()].waiting.append((false, pending.job))
            return advance(key)
        case .write(let key):
            openWrites += 1
            lines[key, default: Line()].waiting.append((true, pending.job))
            return advance(key)
        case .sweep, .clearing:
            return []
        }
    }

    private mutating func advance(_ key: EntryKey) -> [Job] {
        guard var line = lines[key] else { return [] }
        var started: [Job] = []
        while let next = line.waiting.first, !line.isWriting, !next.isWrite || line.reads == 0 {
            line.waiting.popFirst()
            if next.isWrite { line.isWriting = true } else { line.reads += 1 }
            started.append(next.job)
        }
        lines[key] = line.isEmpty ? nil : line
        return started
    }
}
