//! Refusals: the field, the rule, what is wrong and what would be right.

use engine::{Halt, Refusal, Rule};

/// The rules say no, for one reason.
pub(crate) fn no(field: &str, rule: Rule, why: impl Into<String>) -> Refusal {
    Refusal::new().because(field, why, rule)
}

/// The command makes no sense here, whatever the rules say.
pub(crate) fn senseless(field: &str, why: impl Into<String>) -> Refusal {
    let mut refusal = Refusal::new();
    refusal.unless_senseless(false, field, || why.into());
    refusal
}

/// The refusal of a quiet run: nothing else can stop one.
pub(crate) fn refusal_of(halt: Halt<std::convert::Infallible>) -> Refusal {
    match halt {
        Halt::Refused(refusal) => *refusal,
        Halt::Fault(fault) => senseless("command", fault.to_string()),
        Halt::Pause(pause) => match pause {},
    }
}
