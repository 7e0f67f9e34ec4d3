//! Skirmishers who go out, and who keep their distance from an enemy that comes nearer.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Distance, Limit};
use crate::rules::*;
use crate::unit::{Arm, Condition, Formation, check_condition, check_formation, stand_kind};
use crate::{Book, Referee};

/// A unit sends out skirmishers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeploySituation {
    /// The arm of the unit.
    pub arm: Arm,
    /// How it stands.
    pub formation: Formation,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Its stands, hits, Panic Markers and losses.
    pub condition: Condition,
    /// How many of its stands go out.
    pub stands_out: u16,
    /// Stand widths between two of them.
    pub spacing: Decimal,
    /// Yards from where they stop to the nearest enemy unit; nothing where there is none.
    #[serde(default)]
    pub enemy_yards: Option<u16>,
}

/// Both parts of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct DeployOutcome {
    /// The skirmishers: a unit of their own while they are out.
    pub skirmishers: Condition,
    /// The parent unit; nothing where the whole unit skirmishes.
    pub parent: Option<Condition>,
}

/// Sending out skirmishers as a procedure of its own.
pub struct DeploySkirmishers;

impl Procedure for DeploySkirmishers {
    type Book = Book;
    type Situation = DeploySituation;
    type Outcome = DeployOutcome;

    const NAME: &'static str = "deploy-skirmishers";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str =
        "Some or all stands of a unit go out as skirmishers: free of cost, and a unit of its own.";

    fn examples() -> Vec<(&'static str, DeploySituation)> {
        let plain = DeploySituation {
            arm: Arm::Infantry,
            formation: Formation::Line,
            mounted: false,
            condition: Condition { stands: 10, hits: 1, panic: 1, lost: 2 },
            stands_out: 3,
            spacing: Decimal::from_thousandths(1_500),
            enemy_yards: Some(300),
        };
        vec![
            ("three stands of a regiment go out", plain.clone()),
            ("a whole regiment opens its order", DeploySituation { stands_out: 10, enemy_yards: None, ..plain }),
        ]
    }

    fn check(book: &Book, situation: &DeploySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_formation(&mut refusal, "formation", situation.arm, situation.formation, situation.mounted);
        let kind = stand_kind(situation.arm, situation.mounted);
        check_condition(book, &mut refusal, "condition", kind, &situation.condition);
        refusal.unless(matches!(situation.arm, Arm::Infantry | Arm::Cavalry), "arm", SE_SKIRM_WHO, || {
            "only infantry and cavalry skirmish".to_owned()
        });
        refusal.unless(situation.formation != Formation::Skirmish, "formation", SE_SKIRM_1, || {
            "all of it skirmishes already".to_owned()
        });
        let stands = situation.condition.stands;
        refusal.unless((1..=stands).contains(&situation.stands_out), "stands_out", SE_SKIRM_1, || {
            format!("some or all of its {stands} stands go out")
        });
        let width = |limit| Decimal::from_int(book.limit(limit).into());
        let (least, most) = (width(Limit::SpacingMin), width(Limit::SpacingMax));
        refusal.unless((least..=most).contains(&situation.spacing), "spacing", SE_SKIRM_3_SPACING, || {
            format!("skirmish stands keep {least} to {most} stand widths apart")
        });
        let near = book.tables.distances.at(Distance::SkirmishStandoff).value;
        let clear = situation.enemy_yards.is_none_or(|yards| yards >= near);
        refusal.unless(clear, "enemy_yards", SE_SKIRM_3_STANDOFF, || {
            format!("skirmishers keep {near} yards from enemy units")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &DeploySituation, umpire: &mut U) -> Ruling<DeployOutcome, U> {
        umpire.cite_all([SE_SKIRM_WHO, SE_SKIRM_1, SE_SKIRM_2, SE_SKIRM_3_SPACING, SE_SKIRM_4]);
        if situation.enemy_yards.is_some() {
            umpire.cite(SE_SKIRM_3_STANDOFF);
            umpire.read(book.tables.distances.at(Distance::SkirmishStandoff));
        }
        let unit = situation.condition;
        if situation.stands_out == unit.stands {
            return Ok(DeployOutcome { skirmishers: unit, parent: None });
        }
        umpire.cite(SE_SKIRM_8_SEPARATE);
        // A detachment begins with no hits or markers of its own; what the regiment has lost, both have lost.
        let skirmishers = Condition { lost: unit.lost, ..Condition::fresh(situation.stands_out) };
        let parent = Condition { stands: unit.stands - situation.stands_out, ..unit };
        Ok(DeployOutcome { skirmishers, parent: Some(parent) })
    }

    fn line(outcome: &DeployOutcome) -> String {
        match outcome.parent {
            Some(parent) => format!("skirmishers {}; parent {parent}", outcome.skirmishers),
            None => format!("the whole unit skirmishes: {}", outcome.skirmishers),
        }
    }
}

/// An enemy ends its move near skirmishers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepDistanceSituation {
    /// Yards between the skirmishers and the enemy.
    pub enemy_yards: u16,
    /// Whether the skirmishers have already moved this turn.
    #[serde(default)]
    pub moved: bool,
}

/// What the skirmishers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct KeepDistanceOutcome {
    /// Yards they go straight back; zero where the enemy is not too near.
    pub yards: u16,
    /// The same in inches at this table's scale.
    pub inches: Decimal,
    /// Whether they have now had their move for the turn.
    pub moved: bool,
}

/// Keeping the distance as a procedure of its own.
pub struct KeepDistance;

impl Procedure for KeepDistance {
    type Book = Book;
    type Situation = KeepDistanceSituation;
    type Outcome = KeepDistanceOutcome;

    const NAME: &'static str = "keep-distance";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str =
        "An enemy comes near skirmishers: they withdraw by themselves to keep their distance.";

    fn examples() -> Vec<(&'static str, KeepDistanceSituation)> {
        vec![
            ("a line comes within 60 yards", KeepDistanceSituation { enemy_yards: 60, moved: false }),
            ("the same, though they have moved", KeepDistanceSituation { enemy_yards: 60, moved: true }),
            ("a line stops at 100 yards", KeepDistanceSituation { enemy_yards: 100, moved: false }),
        ]
    }

    fn check(_: &Book, _: &KeepDistanceSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(
        book: &Book,
        situation: &KeepDistanceSituation,
        umpire: &mut U,
    ) -> Ruling<KeepDistanceOutcome, U> {
        umpire.cite(SE_SKIRM_3_STANDOFF);
        let least = umpire.read(book.tables.distances.at(Distance::SkirmishStandoff));
        let yards = least.saturating_sub(situation.enemy_yards);
        if yards > 0 {
            umpire.cite(SE_SKIRM_10_KEEP);
        }
        let inches = Decimal::from_int(yards.into()).divided_by(book.yards_per_inch()?);
        Ok(KeepDistanceOutcome { yards, inches, moved: situation.moved || yards > 0 })
    }

    fn line(outcome: &KeepDistanceOutcome) -> String {
        match outcome.yards {
            0 => "they stay".to_owned(),
            yards => format!(
                "they go back {} ({})",
                counted(yards, "yard", "yards"),
                counted(outcome.inches, "inch", "inches")
            ),
        }
    }
}
