import Store

/// How much the calendars of an account hold, and how much more they may, as programs ask for it (RFC
/// 4331).
struct DAVQuota: Hashable {
    let usedBytes: Int64
    /// Nothing once there can't be another event, however small.
    let availableBytes: Int64

    init(_ usage: StorageUsage, _ quota: Quota) {
        usedBytes = usage.bytes
        availableBytes = usage.events < quota.events ? max(quota.bytes - usage.bytes, 0) : 0
    }
}
