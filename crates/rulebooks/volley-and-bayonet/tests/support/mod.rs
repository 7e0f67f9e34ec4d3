//! Runs procedures with scripted dice and answers; fails when one is left over or missing.
#![allow(dead_code)]

use engine::book::{Procedure, Rulebook};
use engine::chart::{ChartSet, Overlay, OverlayFile};
use engine::{Decimal, Kept, Official, Scripted, ScriptedAnswers, Side};
use volley_and_bayonet::charts::{Kind, Terrain, Weapon};
use volley_and_bayonet::combat::{Fire, FireOutcome, FireSituation, Target};
use volley_and_bayonet::morale::{Contact, Enemy};
use volley_and_bayonet::movement::{Movement, MovementOutcome, MovementSituation};
use volley_and_bayonet::unit::{Edge, Stand};
use volley_and_bayonet::{Book, Event};

/// The book as printed.
pub fn book() -> Book {
    book_with(&[])
}

/// The book with some switches set.
pub fn book_with(switches: &[(&str, &str)]) -> Book {
    let text = switches.iter().map(|(name, value)| format!("{name} = \"{value}\"\n")).collect();
    let file = OverlayFile {
        path: "switches.toml".into(),
        slug: "volley_and_bayonet".into(),
        name: "switches.toml".into(),
        text,
    };
    let overlay = Overlay { files: vec![file] };
    let charts = ChartSet::open("volley_and_bayonet", Book::sources(), Some(&overlay)).expect("the charts open");
    Book::open(charts).expect("the book opens")
}

/// What a scripted run gave.
pub struct Run<O> {
    pub outcome: O,
    pub record: Kept<Event>,
}

impl<O> Run<O> {
    /// The modifiers that were summed, as rule id and amount, in order.
    pub fn modifiers(&self) -> Vec<(&'static str, i16)> {
        self.record.modifiers.iter().map(|modifier| (modifier.rule.id(), modifier.amount)).collect()
    }

    /// Whether a rule was cited.
    pub fn cites(&self, id: &str) -> bool {
        self.record.rules().iter().any(|rule| rule.id() == id)
    }
}

/// Runs a procedure that the book does not refuse; every die and answer must be used.
pub fn run<P: Procedure<Book = Book>>(
    book: &Book,
    situation: &P::Situation,
    dice: &[u8],
    answers: &[u32],
) -> Run<P::Outcome> {
    P::check(book, situation).expect("the situation is possible");
    let mut umpire =
        Official { dice: Scripted::new(dice), answers: ScriptedAnswers::new(answers), record: Kept::new() };
    let outcome = P::run(book, situation, &mut umpire).expect("the procedure runs to its end");
    umpire.dice.finish().expect("every die is thrown");
    umpire.answers.finish().expect("every answer is asked for");
    Run { outcome, record: umpire.record }
}

pub fn inches(whole: i32) -> Decimal {
    Decimal::from_int(whole)
}

pub fn tenths(tenths: i32) -> Decimal {
    Decimal::from_thousandths(tenths * 100)
}

pub fn rifles() -> Stand {
    Stand::brigade(Weapon::RifledMusket, 4, 4)
}

pub fn stationary(stand: Stand) -> Stand {
    Stand { stationary: true, ..stand }
}

pub fn walk(situation: &MovementSituation, dice: &[u8], answers: &[u32]) -> Run<MovementOutcome> {
    run::<Movement>(&book(), situation, dice, answers)
}

pub fn touch(enemy: Enemy, edge: Edge, across_works: bool) -> Contact {
    Contact { enemy, edge, enemy_edge: Edge::Front, across_works, from_lower: false }
}

pub fn enemy(weapon: Weapon) -> Enemy {
    Enemy { weapon: Some(weapon), ..Enemy::new(Kind::InfBrigade) }
}

pub fn fire(firer: Stand, distance: Decimal, target: Target, dice: &[u8], answers: &[u32]) -> Run<FireOutcome> {
    let situation =
        FireSituation { side: Side::Union, phasing: true, firer, firer_terrain: Terrain::Clear, distance, target };
    run::<Fire>(&book(), &situation, dice, answers)
}

/// Dice, roll needed and hits of each pool.
pub fn pools<O>(run: &Run<O>) -> Vec<(u8, u8, u8)> {
    let attacked = |event: &Event| match event {
        Event::Attacked { dice, needed, hits, .. } => Some((*dice, *needed, *hits)),
        _ => None,
    };
    run.record.events.iter().filter_map(attacked).collect()
}

/// The modified morale of each test.
pub fn targets<O>(run: &Run<O>) -> Vec<i16> {
    let tested = |event: &Event| match event {
        Event::Tested { modified, .. } => Some(*modified),
        _ => None,
    };
    run.record.events.iter().filter_map(tested).collect()
}

pub fn leads<O>(run: &Run<O>) -> Vec<i16> {
    let rolled = |event: &Event| match event {
        Event::TieRolled { lead } => Some(*lead),
        _ => None,
    };
    run.record.events.iter().filter_map(rolled).collect()
}

/// The rules that forbid this stand to fire at a brigade three inches away.
pub fn refused_fire(firer: Stand) -> Vec<&'static str> {
    let situation = FireSituation {
        side: Side::Union,
        phasing: true,
        firer,
        firer_terrain: Terrain::Clear,
        distance: inches(3),
        target: Target::of(rifles()),
    };
    let refusal = Fire::check(&book(), &situation).err().unwrap_or_default();
    refusal.reasons.iter().filter_map(|reason| reason.rule).map(engine::Rule::id).collect()
}
