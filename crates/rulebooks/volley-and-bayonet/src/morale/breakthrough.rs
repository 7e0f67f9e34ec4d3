//! Cavalry breakthrough after the routs of the morale phase (P10, S42).

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Side, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MoraleOutcome, Tester, Touch, fail, test};
use crate::charts::{Kind, Level, Limit, Terrain, Weapon};
use crate::questions::BREAKTHROUGH;
use crate::rules::*;
use crate::unit::{Edge, Stand, check_stand};
use crate::{Book, Referee};

/// The stand that a breakthrough meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Met {
    /// The stand.
    pub stand: Stand,
    /// Inches to it, straight ahead after one free facing.
    pub distance: Decimal,
    /// The edge of it that is touched.
    #[serde(default)]
    pub edge: Edge,
    /// The terrain it is in.
    #[serde(default)]
    pub terrain: Terrain,
    /// It is infantry and cavalry-secure.
    #[serde(default)]
    pub cavalry_secure: bool,
    /// It is artillery and supported.
    #[serde(default)]
    pub supported: bool,
}

/// Cavalry whose enemies in contact are all gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakthroughSituation {
    /// The side of the cavalry.
    pub side: Side,
    /// The cavalry brigade.
    pub cavalry: Stand,
    /// It charged this player turn.
    pub charged: bool,
    /// The enemy it would meet next, if any.
    #[serde(default)]
    pub target: Option<Met>,
}

/// Everyone after a breakthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct BreakthroughOutcome {
    /// Whether the cavalry broke through.
    pub made: bool,
    /// Inches it may go.
    pub reach: Decimal,
    /// The cavalry, if it came to contact and tested.
    pub cavalry: Option<MoraleOutcome>,
    /// The stand it met.
    pub target: Option<MoraleOutcome>,
}

/// P10 as a procedure.
pub struct Breakthrough;

impl Procedure for Breakthrough {
    type Book = Book;
    type Situation = BreakthroughSituation;
    type Outcome = BreakthroughOutcome;

    const NAME: &'static str = "breakthrough";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str =
        "Cavalry that swept its enemies away goes on: half a move, and morale at once on contact.";

    fn examples() -> Vec<(&'static str, BreakthroughSituation)> {
        let infantry = Met {
            stand: Stand::brigade(Weapon::RifledMusket, 4, 4),
            distance: Decimal::from_int(9),
            edge: Edge::Front,
            terrain: Terrain::Clear,
            cavalry_secure: false,
            supported: false,
        };
        let plain = BreakthroughSituation {
            side: Side::Confederate,
            cavalry: Stand::cavalry(4, 5),
            charged: true,
            target: None,
        };
        vec![
            ("nobody behind the broken line", plain),
            ("a second line nine inches on", BreakthroughSituation { target: Some(infantry), ..plain }),
        ]
    }

    fn check(book: &Book, situation: &BreakthroughSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let cavalry = &situation.cavalry;
        check_stand(book, &mut refusal, "cavalry", cavalry);
        let mounted = cavalry.kind == Kind::CavBrigade && cavalry.is_mounted() && !cavalry.march_column;
        refusal.unless(mounted, "cavalry", VB_ROUT_BREAKTHROUGH, || {
            "only mounted cavalry brigades break through".to_owned()
        });
        refusal.unless(cavalry.level == Level::Good, "cavalry.level", VB_ROUT_BREAKTHROUGH, || {
            "only cavalry in good order breaks through".to_owned()
        });
        refusal.unless(situation.charged, "charged", VB_ROUT_BREAKTHROUGH, || {
            "only cavalry that charged this turn breaks through".to_owned()
        });
        if let Some(met) = &situation.target {
            check_stand(book, &mut refusal, "target.stand", &met.stand);
            refusal.unless(met.distance >= Decimal::ZERO, "target.distance", VB_ROUT_BREAKTHROUGH, || {
                "a distance is not negative".to_owned()
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(
        book: &Book,
        situation: &BreakthroughSituation,
        umpire: &mut U,
    ) -> Ruling<BreakthroughOutcome, U> {
        umpire.cite(VB_ROUT_BREAKTHROUGH);
        let cavalry = &situation.cavalry;
        let reach = cavalry.full_move(book).scaled(book.limit(Limit::BreakthroughPart));
        let made = umpire.yes(situation.side, &BREAKTHROUGH, None)?;
        let outcome = BreakthroughOutcome { made, reach, cavalry: None, target: None };
        let Some(met) = situation.target.filter(|met| made && met.distance <= reach) else {
            return Ok(outcome);
        };
        umpire.cite(VB_MOR_TRIG_CONTACT);
        let touch = |enemy, edge, enemy_edge| Touch { enemy, edge, enemy_edge, across: false, from_lower: false };
        let of_cavalry = [touch(met.stand, Edge::Front, met.edge)];
        let of_target = [touch(*cavalry, met.edge, Edge::Front)];
        let rider = Tester {
            number: 0,
            stand: *cavalry,
            terrain: Terrain::Clear,
            secure: false,
            supported: false,
            charged: true,
        };
        let stander = Tester {
            number: 1,
            stand: met.stand,
            terrain: met.terrain,
            secure: met.cavalry_secure,
            supported: met.supported,
            charged: false,
        };
        let cavalry = at_once(book, &rider, &of_cavalry, umpire)?;
        let target = at_once(book, &stander, &of_target, umpire)?;
        Ok(BreakthroughOutcome { cavalry: Some(cavalry), target: Some(target), ..outcome })
    }

    fn line(outcome: &BreakthroughOutcome) -> String {
        match (outcome.made, outcome.cavalry, outcome.target) {
            (false, ..) => "the cavalry stays".to_owned(),
            (_, Some(cavalry), Some(target)) => format!("cavalry {}, the stand it met {}", cavalry.level, target.level),
            _ => format!("the cavalry rides up to {} on", counted(outcome.reach, "inch", "inches")),
        }
    }
}

/// A test on contact, with drop, repulse and rout at once.
fn at_once<U: Referee>(book: &Book, tester: &Tester, touches: &[Touch], umpire: &mut U) -> Ruling<MoraleOutcome, U> {
    let stand = &tester.stand;
    let calm =
        MoraleOutcome { tested: true, level: stand.level, sp: stand.sp, repulsed: false, rout_inches: Decimal::ZERO };
    if test(book, tester, touches, &[], umpire)? { Ok(calm) } else { Ok(fail(book, tester, touches, calm, umpire)) }
}
