extension Int64 {
    /// The quotient rounded towards negative infinity; `divisor` must be positive.
    @inlinable
    package func floorQuotient(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self < quotient &* divisor ? quotient &- 1 : quotient
    }
}
