//! Commanders and messengers ride, and commanders attach themselves (sections 4, 6.1 and 9).

use engine::book::Procedure;
use engine::{Asks, Decimal, Fraction, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Terrain};
use crate::movement::{Crossing, Leg, MoverClass, check_path, path_cost};
use crate::rules::*;
use crate::unit::Unit;
use crate::{Book, Referee};

keys! {
    /// Who rides.
    #[derive(Default)]
    pub enum Rider {
        /// A commander with his staff.
        #[default]
        Commander = "commander",
        /// A messenger.
        Messenger = "messenger",
    }
}

/// A ride.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RideSituation {
    /// Who rides.
    #[serde(default)]
    pub rider: Rider,
    /// Whether a commander carries a light wound.
    #[serde(default)]
    pub wounded: bool,
    /// Whether the unit he leaves or joins is engaged or withdrawing.
    #[serde(default)]
    pub unit_busy: bool,
    /// The pieces of his way.
    #[serde(default)]
    pub legs: Vec<Leg>,
    /// What his way crosses.
    #[serde(default)]
    pub crossings: Vec<Crossing>,
    /// Metres at the end of it to the unit to which he attaches himself, if he does.
    #[serde(default)]
    pub attaches_m: Option<u16>,
}

/// What the ride comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RideOutcome {
    /// Whether he gets there.
    pub arrives: bool,
    /// Metres he can make.
    pub allowance: Decimal,
    /// What the way costs, rounded down to a thousandth; nothing where it cannot be ridden at all.
    pub cost: Option<Decimal>,
    /// Whether he is attached at the end of it.
    pub attached: bool,
}

/// A commander's or messenger's ride as a procedure.
pub struct Ride;

impl Procedure for Ride {
    type Book = Book;
    type Situation = RideSituation;
    type Outcome = RideOutcome;

    const NAME: &'static str = "ride";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "How far a commander or messenger gets, and whether he attaches himself to a unit.";

    fn examples() -> Vec<(&'static str, RideSituation)> {
        let plain = RideSituation {
            rider: Rider::Commander,
            wounded: false,
            unit_busy: false,
            legs: vec![Leg::over(Terrain::Open, 300), Leg::over(Terrain::Forest, 80)],
            crossings: vec![Crossing::Hedge],
            attaches_m: Some(10),
        };
        vec![
            ("a brigadier joins a regiment in a wood", plain.clone()),
            ("a wounded one tries", RideSituation { wounded: true, ..plain.clone() }),
            ("a messenger over fields", RideSituation { rider: Rider::Messenger, attaches_m: None, ..plain }),
        ]
    }

    fn check(book: &Book, situation: &RideSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        // RULING: riders are horse in line: they take no bonus of roads, and go where mounted cavalry goes.
        check_path(book, &mut refusal, &Unit::cavalry(2), (&situation.legs, &situation.crossings));
        let commander = situation.rider == Rider::Commander;
        refusal.unless(commander || !situation.wounded, "wounded", BY_CAS_LIGHT, || {
            "only commanders are wounded; messengers are missed, turned back or captured".to_owned()
        });
        refusal.unless(commander || situation.attaches_m.is_none(), "attaches_m", BY_CMD_LVL_TABLE, || {
            "only commanders attach themselves to units".to_owned()
        });
        refusal.unless(!situation.unit_busy, "unit_busy", BY_CMD_LVL_TABLE, || {
            "nobody leaves or joins a unit that is engaged or withdrawing".to_owned()
        });
        let reach = book.limit(Limit::AttachReach);
        let near = situation.attaches_m.is_none_or(|metres| metres <= reach);
        refusal.unless(near, "attaches_m", BY_CMD_LVL_TABLE, || {
            format!("he attaches himself to a unit within {reach} metres")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RideSituation, umpire: &mut U) -> Ruling<RideOutcome, U> {
        let mut allowance = Fraction::whole(umpire.read(book.tables.limits.at(Limit::RiderMove)));
        if situation.wounded {
            umpire.cite(BY_CAS_LIGHT);
            allowance = allowance.divided(Fraction::whole(2));
        }
        let way = (situation.legs.as_slice(), situation.crossings.as_slice());
        let cost = path_cost(book, MoverClass::Horse, way, allowance, umpire)?;
        let arrives = cost.is_some_and(|cost| cost <= allowance);
        Ok(RideOutcome {
            arrives,
            allowance: allowance.shown(),
            cost: cost.map(Fraction::shown),
            attached: arrives && situation.attaches_m.is_some(),
        })
    }

    fn line(outcome: &RideOutcome) -> String {
        let cost = outcome.cost.map_or("cannot be ridden".to_owned(), |cost| format!("costs {cost}"));
        let end = match (outcome.arrives, outcome.attached) {
            (true, true) => "he arrives and is attached",
            (true, false) => "he arrives",
            (false, _) => "he does not get there",
        };
        format!("{end}: {cost} of {}", counted(outcome.allowance, "metre", "metres"))
    }
}
