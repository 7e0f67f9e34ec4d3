//! The umpires that are put together from dice, answers and a record, tried on one small rule.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::official::Asked;
use engine::{
    AnswerKind, Asks, Continued, Counted, Die, Entry, Fast, GivenAnswers, Halt, Kept, LedgerEntry, Logged, Official,
    Policy, Question, QuestionKind, Rollout, Rule, RuleKind, Ruling, Scripted, ScriptedAnswers, Side, Silent, Typed,
    Umpire, Waiting,
};

static ENTRIES: [LedgerEntry; 2] = [
    LedgerEntry { id: "X-ROLL", kind: RuleKind::Rule, chart: "test", statement: "Roll.", index: 0 },
    LedgerEntry { id: "X-AGAIN", kind: RuleKind::Rule, chart: "test", statement: "Roll again.", index: 1 },
];
const ROLL: Rule = Rule::from_ledger(&ENTRIES[0]);
const AGAIN: Rule = Rule::from_ledger(&ENTRIES[1]);
const ONCE_MORE: QuestionKind = QuestionKind {
    name: "once-more",
    rule: AGAIN,
    prompt: "Roll again?",
    about: "two more dice",
    answers: AnswerKind::YesNo,
};

/// A d10, and if its owner wants, two average dice more.
fn rule<U: Umpire<Event = i16>>(umpire: &mut U) -> Ruling<i16, U> {
    let mut total = umpire.d10(ROLL)?;
    if umpire.yes(Side::Union, &ONCE_MORE, None)? {
        umpire.cite(AGAIN);
        total += umpire.sum(2, Die::Average, AGAIN)?;
    }
    umpire.tell(|| total);
    Ok(total)
}

fn scripted<'a>(dice: &'a [u8], answers: &'a [u32]) -> Official<Scripted<'a>, ScriptedAnswers<'a>, Kept<i16>> {
    Official { dice: Scripted::new(dice), answers: ScriptedAnswers::new(answers), record: Kept::new() }
}

fn fault<T: std::fmt::Debug, P: std::fmt::Debug>(result: Result<T, Halt<P>>) -> String {
    match result {
        Err(Halt::Fault(fault)) => fault.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_script_is_used_up_exactly() {
    let mut umpire = scripted(&[7, 3, 5], &[0]);
    assert_eq!(rule(&mut umpire), Ok(15));
    assert_eq!((umpire.dice.finish(), umpire.answers.finish()), (Ok(()), Ok(())));
    assert_eq!(umpire.record.events, [15]);
    assert_eq!(umpire.record.rules(), [ROLL, AGAIN]);
    let cited = umpire.record.cited_events();
    assert_eq!((cited[0].event, cited[0].rules.as_slice()), (&15, [ROLL, AGAIN].as_slice()));
}

#[test]
fn a_log_says_everything_once_it_is_replayed() {
    let answer = |question: &Question| u32::from(question.kind.name != ONCE_MORE.name);
    let dice = || Fast::seeded(7);
    let mut logging = Official { dice: dice(), answers: Policy(answer), record: Logged::new() };
    let mut keeping = Official { dice: dice(), answers: Policy(answer), record: Kept::new() };
    for _ in 0..100 {
        assert_eq!(rule(&mut logging), rule(&mut keeping));
    }
    let log = logging.record;
    let mut replayed = scripted(&log.faces, &log.answers);
    for total in &log.events {
        assert_eq!(rule(&mut replayed), Ok(*total));
    }
    assert_eq!((replayed.dice.finish(), replayed.answers.finish()), (Ok(()), Ok(())));
    assert_eq!(replayed.record.entries, keeping.record.entries);
    assert_eq!(replayed.record.events, log.events);
}

#[test]
fn a_die_left_over_fails() {
    let mut umpire = scripted(&[7, 3], &[1]);
    assert_eq!(rule(&mut umpire), Ok(7));
    assert!(umpire.dice.finish().is_err_and(|fault| fault.reason.contains("1 dice were never thrown")));
}

#[test]
fn a_missing_die_fails_and_names_the_rule() {
    let text = fault(rule(&mut scripted(&[7, 3], &[0])));
    assert!(text.contains("X-AGAIN") && text.contains("no die is left"), "{text}");
}

#[test]
fn a_die_that_cannot_show_this_fails_and_tells_the_range() {
    let text = fault(rule(&mut scripted(&[10], &[1])));
    assert!(text.contains("a die (d10) cannot show 10") && text.contains("0 to 9"), "{text}");
    let text = fault(rule(&mut scripted(&[0, 1, 2], &[0])));
    assert!(text.contains("a die (AV) cannot show 1"), "{text}");
}

#[test]
fn a_missing_answer_and_one_left_over_fail() {
    assert!(fault(rule(&mut scripted(&[7], &[]))).contains("once-more"));
    let mut umpire = scripted(&[7], &[1, 0]);
    assert_eq!(rule(&mut umpire), Ok(7));
    assert!(umpire.answers.finish().is_err());
}

#[test]
fn a_choice_that_does_not_exist_is_refused() {
    assert!(fault(rule(&mut scripted(&[7], &[2]))).contains("once-more has no answer number 2"));
}

fn table(faces: Vec<u8>, answers: Vec<u32>) -> engine::Table<i16> {
    Official {
        dice: Continued::new(faces, Typed),
        answers: Asked::new(answers, GivenAnswers::new()),
        record: Kept::new(),
    }
}

#[test]
fn a_table_waits_for_each_die_and_answer_in_turn() {
    let waits = |faces, answers| match rule(&mut table(faces, answers)) {
        Err(Halt::Pause(Waiting::Dice { throw, rule })) => format!("{throw} for {rule}"),
        Err(Halt::Pause(Waiting::Answer(question))) => question.kind.name.to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(waits(vec![], vec![]), "d10 for X-ROLL");
    assert_eq!(waits(vec![4], vec![]), "once-more");
    assert_eq!(waits(vec![4], vec![0]), "2AV for X-AGAIN");
    assert_eq!(rule(&mut table(vec![4, 3, 3], vec![0])), Ok(10));
}

#[test]
fn a_standing_order_answers_without_asking() {
    let mut umpire = table(vec![4], vec![]);
    umpire.answers.orders = GivenAnswers::new().with("once-more", "no");
    assert_eq!(rule(&mut umpire), Ok(4));
    assert_eq!(umpire.answers.answers, [1], "what an order says is kept like any answer");
}

#[test]
fn one_seed_gives_one_sequence() {
    let totals = |seed| -> Vec<i16> {
        let mut umpire: Rollout<_, i16> = Rollout::seeded(seed);
        (0..50).map(|_| rule(&mut umpire).unwrap_or(-1)).collect()
    };
    assert_eq!(totals(1863), totals(1863));
    assert_ne!(totals(1863), totals(1864));
}

#[test]
fn coverage_counts_only_what_fired() {
    let mut umpire = Official {
        dice: Fast::seeded(1),
        answers: Policy(|_: &Question| 1),
        record: Counted::<i16>::with_room(ENTRIES.len()),
    };
    assert!(rule(&mut umpire).is_ok());
    // The question itself comes from the second rule, so asking it already counts.
    assert!(umpire.record.rules.contains(ROLL) && umpire.record.rules.contains(AGAIN));
    assert_eq!(umpire.record.rules.len(), 2);
}

#[test]
fn silent_and_kept_umpires_come_to_the_same() {
    let policy = |_: &Question| 0;
    let mut silent: Official<_, _, Silent<i16>> =
        Official { dice: Fast::seeded(7), answers: Policy(policy), record: Silent::new() };
    let mut kept: Official<_, _, Kept<i16>> =
        Official { dice: Fast::seeded(7), answers: Policy(policy), record: Kept::new() };
    for _ in 0..100 {
        assert_eq!(rule(&mut silent), rule(&mut kept));
    }
    let rolled = kept.record.entries.iter().filter(|entry| matches!(entry, Entry::Rolled { .. })).count();
    assert_eq!((rolled, kept.record.faces.len()), (200, 300));
}
