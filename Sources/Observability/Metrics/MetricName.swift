/// The names of the metrics, and what they mean.
///
/// Those that begin with `process_` are named as in Prometheus's own client libraries.
enum MetricName {
    static let requests = "meantime_requests_total"
    static let requestDuration = "meantime_request_seconds"
    static let streams = "meantime_live_streams"
    static let changes = "meantime_changes_total"
    static let jobs = "meantime_jobs_total"
    static let databaseWait = "meantime_database_wait_seconds"
    static let waitingWrites = "meantime_database_waiting_writes"
    static let commitWrites = "meantime_database_commit_writes"
    static let build = "meantime_build_info"
    static let residentMemory = "process_resident_memory_bytes"
    static let openFiles = "process_open_fds"

    static let descriptions = [
        requests: MetricDescription(help: "Requests that were answered"),
        requestDuration: MetricDescription(
            help: "From the head of a request until its answer is handed over, except live streams"
        ),
        streams: MetricDescription(help: "Live streams that are open"),
        changes: MetricDescription(
            help: "Changes that the log had at the first look, and all since, by whichever process"
        ),
        jobs: MetricDescription(help: "Work that no request waited for"),
        databaseWait: MetricDescription(help: "How long writes waited for their turn"),
        waitingWrites: MetricDescription(help: "Writes that wait for their turn"),
        commitWrites: MetricDescription(
            help: "Writes that shared a commit",
            bounds: [1, 2, 4, 8, 16, 32, 64]
        ),
        build: MetricDescription(help: "The version of the server; always 1"),
        residentMemory: MetricDescription(help: "Memory of the process that is in use"),
        openFiles: MetricDescription(help: "Files and connections that the process has open"),
    ]
}
