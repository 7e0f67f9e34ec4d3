//! Major obstacles: crossing them, shifting a cheval-de-frise, laying a fascine (section 6.6).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Maneuver, Obstacle};
use crate::citations::obstacle_rule;
use crate::rules::*;
use crate::unit::{Arm, Condition, Unit, check_unit};
use crate::{Book, Event, Referee};

keys! {
    /// An obstacle that takes a whole move.
    pub enum MajorObstacle {
        /// An entanglement.
        Entanglement = "entanglement",
        /// A ditch: once to get in, once to get out.
        Ditch = "ditch",
        /// An abatis.
        Abatis = "abatis",
        /// Small pickets.
        SmallPicket = "small-picket",
        /// The wall of a fort.
        FortWall = "fort-wall",
        /// A cheval-de-frise, to be moved.
        ChevalDeFrise = "cheval-de-frise",
        /// A fascine, to be laid in a ditch.
        Fascine = "fascine",
    }
}

impl MajorObstacle {
    const fn row(self) -> Option<Obstacle> {
        match self {
            MajorObstacle::Entanglement => Some(Obstacle::Entanglement),
            MajorObstacle::Ditch => Some(Obstacle::Ditch),
            MajorObstacle::Abatis => Some(Obstacle::Abatis),
            MajorObstacle::SmallPicket => Some(Obstacle::SmallPicket),
            MajorObstacle::ChevalDeFrise => Some(Obstacle::ChevalDeFrise),
            MajorObstacle::Fascine => Some(Obstacle::Fascine),
            MajorObstacle::FortWall => None,
        }
    }
}

keys! {
    /// What a unit does at an obstacle.
    #[derive(Default)]
    pub enum ObstacleAct {
        /// It crosses to the far side, or into or out of a ditch.
        #[default]
        Cross = "cross",
        /// It shifts a cheval-de-frise, or lays a fascine.
        Handle = "handle",
    }
}

/// A unit at an obstacle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObstacleSituation {
    /// The unit.
    pub unit: Unit,
    /// The obstacle.
    pub obstacle: MajorObstacle,
    /// What it does there.
    #[serde(default)]
    pub act: ObstacleAct,
    /// Metres between the unit and the obstacle when its move begins.
    #[serde(default)]
    pub start_m: u16,
    /// Whether defensive or pass-through fire is aimed at it while it crosses, with effect or not.
    #[serde(default)]
    pub fired_on: bool,
}

/// The unit afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ObstacleOutcome {
    /// The unit, before what the fire itself did to it.
    pub condition: Condition,
    /// Whether the obstacle is crossed now.
    pub crossed: bool,
    /// Metres the obstacle can be moved.
    pub shifted_m: u16,
}

/// 6.6 as a procedure.
pub struct Obstacles;

impl Procedure for Obstacles {
    type Book = Book;
    type Situation = ObstacleSituation;
    type Outcome = ObstacleOutcome;

    const NAME: &'static str = "obstacle";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str =
        "A unit crosses a major obstacle, shifts a cheval-de-frise or lays a fascine: its whole move.";

    fn examples() -> Vec<(&'static str, ObstacleSituation)> {
        let at = |obstacle| ObstacleSituation {
            unit: Unit::infantry(20),
            obstacle,
            act: ObstacleAct::Cross,
            start_m: 20,
            fired_on: false,
        };
        vec![
            ("infantry through an abatis", at(MajorObstacle::Abatis)),
            ("into a ditch under fire", ObstacleSituation { fired_on: true, ..at(MajorObstacle::Ditch) }),
            ("over the wall of a fort", ObstacleSituation { fired_on: true, ..at(MajorObstacle::FortWall) }),
            ("through an entanglement", at(MajorObstacle::Entanglement)),
            ("over small pickets", at(MajorObstacle::SmallPicket)),
            (
                "two stands shift a cheval-de-frise",
                ObstacleSituation { act: ObstacleAct::Handle, start_m: 0, ..at(MajorObstacle::ChevalDeFrise) },
            ),
            (
                "a fascine is laid",
                ObstacleSituation { act: ObstacleAct::Handle, start_m: 0, ..at(MajorObstacle::Fascine) },
            ),
        ]
    }

    fn check(book: &Book, situation: &ObstacleSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let unit = &situation.unit;
        check_unit(book, &mut refusal, "unit", unit);
        let on_foot = unit.arm == Arm::Infantry || (unit.arm == Arm::Cavalry && !unit.mounted);
        refusal.unless(on_foot, "unit.arm", BY_MAN_OBST_WHO, || {
            "only infantry and dismounted cavalry cross a major obstacle".to_owned()
        });
        let start = book.limit(Limit::ObstacleStart);
        refusal.unless(situation.start_m <= start, "start_m", BY_MAN_OBST_START, || {
            format!("the unit must begin within {start} metres of it")
        });
        let movable = matches!(situation.obstacle, MajorObstacle::ChevalDeFrise | MajorObstacle::Fascine);
        let rule = situation.obstacle.row().map_or(BY_MAN_OBST_MOVE, obstacle_rule);
        refusal.unless(movable == (situation.act == ObstacleAct::Handle), "act", rule, || match movable {
            true => "it is crossed in formation as part of a move; here it is only handled".to_owned(),
            false => format!("nobody carries a {} away", situation.obstacle),
        });
        let stands = book.limit(Limit::ChevalStands);
        let enough = situation.obstacle != MajorObstacle::ChevalDeFrise || unit.stands(book, unit.figures) >= stands;
        refusal
            .unless(enough, "unit.figures", BY_OBS_CHEVAL_DE_FRISE, || format!("it takes {stands} stands to move it"));
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ObstacleSituation, umpire: &mut U) -> Ruling<ObstacleOutcome, U> {
        umpire.cite(BY_OBS_TABLE);
        if let Some(row) = situation.obstacle.row() {
            umpire.cite(obstacle_rule(row));
            umpire.read(book.tables.ground.in_formation.at(row));
        }
        let mut condition = situation.unit.condition();
        let shifted_m = match situation.obstacle {
            MajorObstacle::ChevalDeFrise => umpire.read(book.tables.limits.at(Limit::ChevalMetres)),
            _ => 0,
        };
        let crossed = situation.act == ObstacleAct::Cross;
        if crossed {
            umpire.cite(BY_MAN_OBST_WHO);
            umpire.cite(BY_MAN_OBST_START);
            umpire.cite(BY_MAN_OBST_MOVE);
            if situation.fired_on {
                umpire.cite(BY_MAN_OBST_DM);
                let markers = umpire.read(book.tables.ground.maneuver_markers.at(Maneuver::MajorObstacle));
                condition.take_markers(book, markers);
                umpire.tell(|| Event::Marked { markers });
            }
        }
        Ok(ObstacleOutcome { condition, crossed, shifted_m })
    }

    fn line(outcome: &ObstacleOutcome) -> String {
        let markers = outcome.condition.disorder;
        match (outcome.crossed, outcome.shifted_m) {
            (true, _) => format!("crossed: {}", counted(markers, "marker", "markers")),
            (false, 0) => "laid: the ditch has a causeway".to_owned(),
            (false, metres) => format!("moved up to {}", counted(metres, "metre", "metres")),
        }
    }
}
