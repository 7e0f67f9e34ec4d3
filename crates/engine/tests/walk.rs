//! Laws of the walk behind exact odds: whatever is merged, widened or cut short, the odds stay the same.

#![expect(clippy::panic, reason = "a helper of tests stops the test")]

use std::collections::BTreeMap;

use engine::{
    AnswerKind, Asks, Die, Distribution, Exact, Fork, Halt, LedgerEntry, OddsOptions, QuestionKind, Rule, RuleKind,
    Ruling, Side, Silent, Umpire, odds, side_by_side,
};
use num_bigint::BigUint;

static LEDGER: [LedgerEntry; 1] =
    [LedgerEntry { id: "T-ROLL", kind: RuleKind::Rule, chart: "Trial", statement: "Roll.", index: 0 }];
const ROLL: Rule = Rule::from_ledger(&LEDGER[0]);

const SAVE: QuestionKind = QuestionKind {
    name: "save",
    rule: ROLL,
    prompt: "How many are saved?",
    about: "hits",
    answers: AnswerKind::Number,
};

type Trial<'a> = Exact<'a, Silent<()>>;

fn exact<O: std::hash::Hash + Eq>(
    options: &OddsOptions,
    run: impl FnMut(&mut Trial) -> Result<O, Halt<Fork>>,
) -> Distribution<O> {
    odds(options, run).unwrap_or_else(|halt| panic!("{halt:?}"))
}

/// Every outcome with its ways over `total`, whatever the odds were given over.
fn over<O: Ord + Copy>(total: &BigUint, odds: &Distribution<O>) -> BTreeMap<O, BigUint> {
    assert_eq!(total % odds.total.to_big(), BigUint::ZERO);
    let factor = total / odds.total.to_big();
    odds.outcomes.iter().map(|(outcome, ways)| (*outcome, ways.to_big() * &factor)).collect()
}

/// A long chain with everything in it: dice between steps, steps of two types, a step inside a step, a step whose dice
/// depend on what went before, and more than one end.
fn chain<U: Umpire>(umpire: &mut U) -> Ruling<(i16, i16), U> {
    let mut losses = 0_i16;
    for volley in 0..3 {
        losses = umpire.step(&volley, losses, fire)?;
        if umpire.d3(ROLL)? == 3 {
            losses += 1;
        }
    }
    if losses > 9 {
        return Ok((losses, -1));
    }
    let (losses, nerve) = umpire.step(&(), (losses, 0_i16), |_, state, umpire| umpire.step(&2, state, steady))?;
    Ok((losses, nerve + umpire.difference(ROLL)?.signum()))
}

fn fire<U: Umpire>(volley: &i32, losses: i16, umpire: &mut U) -> Ruling<i16, U> {
    let hits = umpire.hits(3, 5, ROLL)?;
    let extra = if hits == 3 && *volley > 0 { umpire.d6(ROLL)? / 3 } else { 0 };
    Ok(losses + hits + extra)
}

fn steady<U: Umpire>(least: &i16, (losses, _): (i16, i16), umpire: &mut U) -> Ruling<(i16, i16), U> {
    let total = umpire.sum(2, Die::D6, ROLL)? - losses;
    Ok((losses.min(4), i16::from(total >= *least)))
}

#[test]
fn merging_at_seams_changes_no_chance() {
    let merged = exact(&OddsOptions::default(), |umpire| chain(umpire));
    let apart = exact(&OddsOptions { merge_at_seams: false, ..OddsOptions::default() }, |umpire| chain(umpire));
    assert!(merged.states < apart.states, "nothing was merged");
    assert!(merged.runs < apart.runs, "merging saved nothing");
    let total = merged.total.to_big() * apart.total.to_big();
    assert_eq!(over(&total, &merged), over(&total, &apart));
}

#[test]
fn a_step_gives_what_the_same_code_gives_without_one() {
    let stepped = exact(&OddsOptions::default(), |umpire| umpire.step(&1, 2, fire));
    let plain = exact(&OddsOptions::default(), |umpire| fire(&1, 2, umpire));
    assert_eq!(stepped.states, 6);
    let total = stepped.total.to_big() * plain.total.to_big();
    assert_eq!(over(&total, &stepped), over(&total, &plain));
}

#[test]
fn whatever_was_not_followed_is_reported_and_nothing_else() {
    let all = exact(&OddsOptions::default(), |umpire| chain(umpire));
    for runs_max in 1..all.runs {
        let some = exact(&OddsOptions { runs_max, ..OddsOptions::default() }, |umpire| chain(umpire));
        assert_eq!(some.runs, runs_max);
        assert!(!some.unresolved.is_zero(), "{runs_max} runs cannot be all");
        let total = all.total.to_big() * some.total.to_big();
        let (whole, part) = (over(&total, &all), over(&total, &some));
        let resolved: BigUint = part.values().sum();
        let unresolved = some.unresolved.to_big() * (&total / some.total.to_big());
        assert_eq!(resolved + unresolved, total, "{runs_max} runs lose weight");
        for (outcome, ways) in &part {
            assert!(ways <= &whole[outcome], "{runs_max} runs give {outcome:?} too much");
        }
    }
    let just_enough = exact(&OddsOptions { runs_max: all.runs, ..OddsOptions::default() }, |umpire| chain(umpire));
    assert!(just_enough.unresolved.is_zero());
}

/// Three pools of twenty-four dice have 6^72 ways to fall, which 128 bits do not hold.
fn three_pools<U: Umpire>(_: &(), hits: i16, umpire: &mut U) -> Ruling<i16, U> {
    Ok(hits + umpire.hits(24, 6, ROLL)? + umpire.hits(24, 6, ROLL)? + umpire.hits(24, 6, ROLL)?)
}

#[test]
fn weights_too_wide_for_128_bits_are_still_exact() {
    let total = BigUint::from(6_u8).pow(72);
    let within = exact(&OddsOptions::default(), |umpire| umpire.step(&(), 0, three_pools));
    let across = exact(&OddsOptions::default(), |umpire| three_pools(&(), 0, umpire));
    let (within, across) = (over(&total, &within), over(&total, &across));
    let mut binomial = BigUint::from(1_u8);
    for hits in 0..=72_u32 {
        let expected = &binomial * BigUint::from(5_u8).pow(72 - hits);
        assert_eq!(within[&(hits as i16)], expected);
        assert_eq!(across[&(hits as i16)], expected);
        binomial = binomial * (72 - hits) / (hits + 1);
    }
}

#[test]
fn a_procedure_that_strays_when_run_again_is_found_out() {
    let mut calls = 0;
    let strays = odds(&OddsOptions::default(), |umpire: &mut Trial| {
        calls += 1;
        if calls > 1 {
            umpire.d10(ROLL)?;
        }
        umpire.step(&0, 0, fire)
    });
    assert!(matches!(strays, Err(Halt::Fault(_))), "{strays:?}");
}

/// The dice decide how many may be saved: one or three.
fn saves<U: Umpire>(umpire: &mut U) -> Ruling<u16, U> {
    let hits = if umpire.d6(ROLL)? <= 4 { 1 } else { 3 };
    let saved = umpire.number(Side::Union, &SAVE, None, 0, hits)?;
    Ok(hits - saved)
}

#[test]
fn every_number_that_may_ever_be_answered_is_a_column() {
    let columns = side_by_side::<_, ()>(&OddsOptions::default(), |umpire| saves(umpire))
        .unwrap_or_else(|halt| panic!("{halt:?}"));
    let told: Vec<(String, BTreeMap<u16, BigUint>)> = columns
        .iter()
        .map(|column| {
            let answers: Vec<&str> = column.answers.orders().map(|(_, answer)| answer).collect();
            (answers.join(" "), over(&BigUint::from(3_u8), &column.odds))
        })
        .collect();
    let ways = |likely: u16, rare: u16| {
        let mut ways = BTreeMap::from([(likely, BigUint::from(2_u8))]);
        *ways.entry(rare).or_default() += BigUint::from(1_u8);
        ways
    };
    let expected = [("0", ways(1, 3)), ("1", ways(0, 2)), ("2", ways(0, 1)), ("3", ways(0, 0))];
    assert_eq!(told, expected.map(|(answer, ways)| (answer.to_owned(), ways)));
}
