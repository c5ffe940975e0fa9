public import Recurrence

extension Property {
    /// The value as a rule, as in `RRULE`; nil when it cannot be read.
    public var rule: RecurrenceRule? {
        do throws(RuleError) {
            return try RecurrenceRule(parsing: valueOctets)
        } catch {
            return nil
        }
    }

    /// Why the value isn't a rule that can be followed; nil when it is one.
    public var ruleError: RuleError? {
        do throws(RuleError) {
            _ = try RecurrenceRule(parsing: valueOctets)
            return nil
        } catch {
            return error
        }
    }

    /// What a strict reading of RFC 5545 finds wrong with the rule; nil when it is fine.
    var strictRuleError: RuleError? {
        do throws(RuleError) {
            _ = try RecurrenceRule(parsing: valueOctets, .strict)
            return nil
        } catch {
            return error
        }
    }

    /// Makes an `RRULE`, or another property with a rule, such as `EXRULE`.
    public static func rule(_ rule: RecurrenceRule, name: String = "RRULE") -> Property {
        Property(name: name, rawValue: rule.text)
    }
}

extension Component {
    /// The rules of all `RRULE` lines that can be read.
    public var rules: [RecurrenceRule] {
        all(.recurrenceRule).compactMap { $0.rule }
    }
}
