//! What is refused, with its rule; and that the odds of every example stay small.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use crate::support::{book, book_with, rifles};
use engine::book::Procedure;
use engine::{Decimal, OddsOptions, Side};
use volley_and_bayonet::Book;
use volley_and_bayonet::charts::{Gun, Kind, Level, Terrain, Weapon};
use volley_and_bayonet::combat::{Fire, FireSituation, GoToGround, GroundSituation, Target};
use volley_and_bayonet::movement::{Act, Movement, MovementSituation, Stop};
use volley_and_bayonet::terrain::{Building, TownDice, TownSituation};
use volley_and_bayonet::unit::{Stand, Training};

/// The rules that refuse a situation.
fn refused<P: Procedure<Book = Book>>(book: &Book, situation: &P::Situation) -> Vec<&'static str> {
    let refusal = P::check(book, situation).expect_err("it is refused");
    refusal.reasons.iter().filter_map(|reason| reason.rule).map(engine::Rule::id).collect()
}

fn shot(firer: Stand, inches: i32, target: Target) -> FireSituation {
    FireSituation {
        side: Side::Union,
        phasing: true,
        firer,
        firer_terrain: Terrain::Clear,
        town_dice_used: 0,
        distance: Decimal::from_int(inches),
        target,
    }
}

#[test]
fn fire_beyond_every_range_is_refused_with_the_range() {
    let plain = |firer, inches| refused::<Fire>(&book(), &shot(firer, inches, Target::of(rifles())));
    assert_eq!(plain(rifles(), 5), ["VB-RNG-RIFLED-MUSKET"]);
    assert_eq!(
        plain(Stand { dedicated_gun: true, ..Stand::brigade(Weapon::Smoothbore, 4, 4) }, 5),
        ["VB-RNG-DEDICATED-GUN"]
    );
    assert_eq!(plain(Stand::guns(Gun::RifledSiege, 2, 4), 19), ["VB-RNG-RIFLED-HEAVY"]);
    assert_eq!(plain(Stand::cavalry(4, 4), 2), ["VB-DICE-CAV-BRIGADE"]);
}

#[test]
fn stands_that_cannot_be_are_refused_with_every_reason() {
    let odd = Stand {
        repeater: true,
        sharpshooter: true,
        limbered: true,
        reinforcing: 3,
        gone_to_ground: true,
        stationary: true,
        ..rifles()
    };
    let rules = refused::<Fire>(&book(), &shot(odd, 3, Target::of(rifles())));
    let expected = [
        "VB-MSC-REPEATERS",
        "VB-DICE-NOTE-SHARPSHOOTER",
        "VB-DICE-NOTE-REINFORCE",
        "VB-MOV-ART-LIMBER-FREE",
        "VB-MSC-GTG-STATIONARY",
        "VB-MSC-GTG",
        "VB-HOUSE-LIMBERED",
    ];
    assert_eq!(rules, expected);
    let nobody = Stand { sp: 0, morale: 9, ..rifles() };
    assert_eq!(Fire::check(&book(), &shot(nobody, 3, Target::of(rifles()))).unwrap_err().reasons.len(), 2);
    let militia = Stand { training: Training::Militia, ..rifles() };
    assert!(Fire::check(&book(), &shot(militia, 3, Target::of(rifles()))).is_ok(), "militia are regulars as printed");
    let early = book_with(&[("poorly_trained", "on")]);
    assert_eq!(refused::<Fire>(&early, &shot(militia, 3, Target::of(rifles()))), ["VB-MSC-MILITIA"]);
}

#[test]
fn places_that_cannot_hold_a_stand_are_refused() {
    let at = |terrain| Target { terrain, ..Target::of(rifles()) };
    assert_eq!(refused::<Fire>(&book(), &shot(rifles(), 3, at(Terrain::Village))), ["VB-TER-VILLAGE-C-HOLDS"]);
    assert_eq!(refused::<Fire>(&book(), &shot(rifles(), 3, at(Terrain::Swamp))), ["VB-TER-SWAMP-M"]);
    let town = TownSituation {
        side: Side::Union,
        building: Building::Town,
        occupants: vec![rifles(), rifles()],
        melee: false,
        sides: 5,
    };
    assert_eq!(refused::<TownDice>(&book(), &town), ["VB-TER-TOWN-C-QUARTER", "VB-TER-TOWN-C-HOLDS"]);
    let ground = GroundSituation { stand: rifles(), in_contact: true };
    assert_eq!(refused::<GoToGround>(&book(), &ground), ["VB-MSC-GTG", "VB-MSC-GTG"]);
}

#[test]
fn a_fort_is_entered_over_its_works_or_by_its_gate() {
    let moved =
        |stand, acts| crate::support::run::<Movement>(&book(), &MovementSituation::of(stand, acts), &[], &[]).outcome;
    let inside = Act::through(2, Terrain::Fort);
    let stormed = moved(rifles(), vec![Act::over(Terrain::Fort), inside]);
    assert_eq!((stormed.stop, stormed.level), (Stop::Done, Level::TempDisorder));
    assert_eq!(moved(rifles(), vec![inside]).stop, Stop::Prohibited);
    assert_eq!(moved(Stand::cavalry(4, 4), vec![Act::over(Terrain::Fort)]).stop, Stop::Prohibited);
    let gate = Act::Cross { terrain: Terrain::Fort, uphill: false, on_road: true, entrance: true, breach: false };
    let ridden = moved(Stand { march_column: true, ..Stand::cavalry(4, 4) }, vec![gate, inside]);
    assert_eq!((ridden.stop, ridden.level), (Stop::Done, Level::Good));
    let breach =
        Act::Cross { terrain: Terrain::Fortress, uphill: false, on_road: false, entrance: false, breach: true };
    assert_eq!(moved(rifles(), vec![breach]).level, Level::TempDisorder);
    assert_eq!(moved(rifles(), vec![Act::over(Terrain::Fortress)]).stop, Stop::Prohibited);
}

#[test]
fn streams_slopes_and_recovery_cost_half_a_move() {
    let moved =
        |stand, acts| crate::support::run::<Movement>(&book(), &MovementSituation::of(stand, acts), &[], &[]).outcome;
    let twice = moved(rifles(), vec![Act::over(Terrain::Stream), Act::over(Terrain::Ford), Act::ahead(8)]);
    assert_eq!((twice.stop, twice.level, twice.left), (Stop::Done, Level::TempDisorder, Decimal::ZERO));
    let shaken = Stand { level: Level::TempDisorder, ..rifles() };
    let recovered = moved(shaken, vec![Act::Recover, Act::ahead(8)]);
    assert_eq!((recovered.stop, recovered.level), (Stop::Done, Level::Good));
    let red = Stand { level: Level::PermDisorder, ..rifles() };
    assert_eq!(moved(red, vec![Act::Recover]).stop, Stop::Forbidden);
    assert!(moved(red, vec![Act::GoStationary]).stationary, "permanent disorder may stand still");
    let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
    assert_eq!(moved(skirmisher, vec![Act::over(Terrain::FieldWorks)]).level, Level::TempDisorder);
    let steep = moved(Stand::cavalry(4, 4), vec![Act::over(Terrain::HillTwo)]);
    assert_eq!(steep.stop, Stop::Prohibited);
}

/// LIMIT: runs of one column of odds; twenty thousand take a few milliseconds.
const RUNS_MAX: u64 = 20_000;

#[test]
fn the_odds_of_every_example_are_small() {
    let book = volley_and_bayonet::shelve(None).expect("the charts open");
    for procedure in book.procedures() {
        for (name, situation) in procedure.examples() {
            let columns = procedure.odds(&situation, &OddsOptions::default()).expect("the odds can be told");
            let most = columns.iter().map(|column| column.runs).max().unwrap_or_default();
            let all: u64 = columns.iter().map(|column| column.runs).sum();
            println!("{} {name}: {} columns, {most} runs at most, {all} in all", procedure.name(), columns.len());
            assert!(columns.len() <= 64 && most <= RUNS_MAX, "{} {name}", procedure.name());
        }
    }
}
