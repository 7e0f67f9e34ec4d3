//! Situations that cannot be.

use engine::book::{AnyRulebook, Stopped};
use serde_json::Value;

/// An example with something made impossible, and the rules that forbid it.
pub struct Nasty {
    procedure: &'static str,
    example: usize,
    changes: Vec<(&'static str, Value)>,
    rules: Vec<&'static str>,
}

/// The example of this number with the places of `changes` changed; `rules` forbid it, all of them and no other.
pub fn nasty<const N: usize>(
    procedure: &'static str,
    example: usize,
    changes: [(&'static str, Value); N],
    rules: &[&'static str],
) -> Nasty {
    Nasty { procedure, example, changes: Vec::from(changes), rules: rules.to_vec() }
}

/// Every one of them is refused, with just the rules that forbid it.
pub fn all_refused(book: &dyn AnyRulebook, table: &[Nasty]) {
    let wrong: Vec<String> = table.iter().filter_map(|nasty| nasty.wrong(book)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

impl Nasty {
    fn situation(&self, book: &dyn AnyRulebook) -> Value {
        let Nasty { procedure, example, changes, .. } = self;
        let known = book.procedure(procedure).unwrap_or_else(|| panic!("there is no procedure {procedure}"));
        let mut situation = known.examples()[*example].1.clone();
        for (place, value) in changes {
            *situation.pointer_mut(place).unwrap_or_else(|| panic!("{procedure} has no {place}")) = value.clone();
        }
        situation
    }

    fn wrong(&self, book: &dyn AnyRulebook) -> Option<String> {
        let Nasty { procedure, example, changes, rules } = self;
        let place = format!("{procedure} {example} {changes:?}");
        match book.procedure(procedure)?.check(&self.situation(book)) {
            Err(Stopped::Refused(refusal)) => {
                let cited: Vec<&str> =
                    refusal.reasons.iter().map(|reason| reason.rule.map_or("no rule", |rule| rule.id())).collect();
                (cited != *rules).then(|| format!("{place}: {cited:?}, not {rules:?}"))
            }
            other => Some(format!("{place}: not refused: {other:?}")),
        }
    }
}
