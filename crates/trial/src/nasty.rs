//! Situations that cannot be.

use engine::book::{AnyProcedure, AnyRulebook, Stopped};
use serde_json::Value;

/// A procedure that there is.
pub fn procedure<'a>(book: &'a dyn AnyRulebook, name: &str) -> &'a dyn AnyProcedure {
    book.procedure(name).unwrap_or_else(|| panic!("there is no procedure {name}"))
}

/// An example of a procedure with some places changed.
pub fn changed(procedure: &dyn AnyProcedure, example: usize, changes: &[(&str, Value)]) -> Value {
    let mut situation = procedure.examples()[example].1.clone();
    for (place, value) in changes {
        *situation.pointer_mut(place).unwrap_or_else(|| panic!("{} has no {place}", procedure.name())) = value.clone();
    }
    situation
}

/// The rules that refuse a situation; a reason without a rule gives `no rule`.
pub fn refusing_rules(procedure: &dyn AnyProcedure, situation: &Value) -> Vec<String> {
    match procedure.check(situation) {
        Err(Stopped::Refused(refusal)) => {
            let rule = |rule: Option<engine::Rule>| rule.map_or("no rule".to_owned(), |rule| rule.id().to_owned());
            refusal.reasons.into_iter().map(|reason| rule(reason.rule)).collect()
        }
        other => vec![format!("not refused: {other:?}")],
    }
}

/// Procedure, which example, what is changed, and a rule that forbids it.
pub type Nonsense<'a> = (&'a str, usize, Vec<(&'a str, Value)>, &'a str);

/// Every one of them is refused by its rule, and by rules of the book alone.
pub fn all_refused_by_rules(book: &dyn AnyRulebook, table: Vec<Nonsense<'_>>) {
    let prefix = format!("{}-", book.about().prefix);
    let mut wrong = Vec::new();
    for (name, example, changes, rule) in table {
        let procedure = procedure(book, name);
        let rules = refusing_rules(procedure, &changed(procedure, example, &changes));
        let named = rules.iter().any(|cited| cited == rule);
        if !named || !rules.iter().all(|cited| cited.starts_with(&prefix)) {
            wrong.push(format!("{name} {changes:?}: {rules:?}, not {rule}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

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
    fn wrong(&self, book: &dyn AnyRulebook) -> Option<String> {
        let Nasty { procedure: name, example, changes, rules } = self;
        let procedure = procedure(book, name);
        let cited = refusing_rules(procedure, &changed(procedure, *example, changes));
        (cited != *rules).then(|| format!("{name} {example} {changes:?}: {cited:?}, not {rules:?}"))
    }
}
