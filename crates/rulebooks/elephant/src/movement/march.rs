//! How far a unit may go this turn (P4).

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Die, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::allowance;
use crate::charts::{Distance, Limit, Mover, Penalty, RoadRow};
use crate::rules::*;
use crate::unit::Hindrance;
use crate::{Book, Referee};

/// A unit that moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveSituation {
    /// What moves, in the formation it starts the move in.
    pub mover: Mover,
    /// Infantry: whether it is in column and takes the extra die.
    #[serde(default)]
    pub column_die: bool,
    /// Whether it makes its whole move on a road, in column or limbered, and takes the extra die.
    #[serde(default)]
    pub road_die: bool,
    /// Cavalry: whether it moved of its own will in the previous turn. In its first turn it has few dice.
    #[serde(default)]
    pub moved_last_turn: bool,
    /// Yards to the major obstacle it crosses, at the start of its move.
    #[serde(default)]
    pub obstacle_yards: u16,
    /// What keeps it from acting freely this turn.
    #[serde(default = "Hindrance::none")]
    pub hindrance: Hindrance,
    /// What the move meets, and what the unit does on the way.
    #[serde(default)]
    pub penalties: Vec<Penalty>,
}

impl MoveSituation {
    /// A plain move of such a unit.
    pub(super) fn of(mover: Mover) -> Self {
        MoveSituation {
            mover,
            column_die: false,
            road_die: false,
            moved_last_turn: false,
            obstacle_yards: 0,
            hindrance: Hindrance::None,
            penalties: Vec::new(),
        }
    }
}

/// How far it may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MoveOutcome {
    /// Inches it may go; fractions are kept.
    pub inches: Decimal,
    /// Whether all it may do is cross the obstacle before it.
    pub only_crosses: bool,
}

/// P4 as a procedure of its own.
pub struct Move;

impl Procedure for Move {
    type Book = Book;
    type Situation = MoveSituation;
    type Outcome = MoveOutcome;

    const NAME: &'static str = "move";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "How far a unit may go this turn, with all deductions.";

    fn examples() -> Vec<(&'static str, MoveSituation)> {
        let plain = MoveSituation::of(Mover::Infantry);
        vec![
            ("infantry in line over open ground", plain.clone()),
            (
                "a column goes uphill and forms line",
                MoveSituation {
                    column_die: true,
                    penalties: vec![Penalty::Uphill, Penalty::ColumnToLine],
                    ..plain.clone()
                },
            ),
            (
                "cavalry on the road, already moving",
                MoveSituation { mover: Mover::Cavalry, road_die: true, moved_last_turn: true, ..plain.clone() },
            ),
            (
                "guns prolong",
                MoveSituation { mover: Mover::FieldArtillery, penalties: vec![Penalty::Prolong], ..plain.clone() },
            ),
            (
                "dismounted troopers cross an abatis",
                MoveSituation {
                    mover: Mover::DismountedCavalry,
                    penalties: vec![Penalty::Obstacle],
                    obstacle_yards: 40,
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &MoveSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let gets_up = situation.hindrance == Hindrance::Prone && situation.penalties.contains(&Penalty::RecoverProne);
        if let Some((rule, why)) = situation.hindrance.bars_movement().filter(|_| !gets_up) {
            refusal.unless(false, "hindrance", rule, || why.to_owned());
        }
        let mover = situation.mover;
        let foot = matches!(mover, Mover::Infantry | Mover::InfantrySkirmish | Mover::DismountedCavalry);
        let skirmishes = matches!(mover, Mover::InfantrySkirmish | Mover::DismountedCavalry);
        let guns = matches!(mover, Mover::FieldArtillery | Mover::HorseArtillery);
        let meets = |penalty| situation.penalties.contains(&penalty);
        refusal.unless(!situation.column_die || mover == Mover::Infantry, "column_die", SE_MOVE_INF_COLUMN, || {
            "only formed infantry has the extra die of a column".to_owned()
        });
        refusal.unless(!(situation.road_die && skirmishes), "road_die", SE_MOVE_ROAD, || {
            "skirmishers and dismounted cavalry have no road die".to_owned()
        });
        let only = |refusal: &mut Refusal, penalty: Penalty, fits: bool, rule, who: &str| {
            refusal.unless(!meets(penalty) || fits, "penalties", rule, || format!("{penalty}: only {who}"));
        };
        let fits_prone = foot;
        only(
            &mut refusal,
            Penalty::Mount,
            mover == Mover::Cavalry || mover == Mover::DismountedCavalry,
            SE_PEN_MOUNT,
            "cavalry",
        );
        only(&mut refusal, Penalty::Limber, guns, SE_PEN_LIMBER, "artillery");
        only(&mut refusal, Penalty::Prolong, guns, SE_PROLONG_RATE, "artillery");
        only(&mut refusal, Penalty::GoProne, fits_prone, SE_PEN_GOPRONE, "infantry and dismounted cavalry");
        only(&mut refusal, Penalty::RecoverProne, fits_prone, SE_PEN_GOPRONE, "infantry and dismounted cavalry");
        only(
            &mut refusal,
            Penalty::LineToColumn,
            mover == Mover::Infantry || mover == Mover::Cavalry,
            SE_PEN_LINE_COLUMN,
            "formed infantry and cavalry",
        );
        only(
            &mut refusal,
            Penalty::ColumnToLine,
            mover == Mover::Infantry || mover == Mover::Cavalry,
            SE_PEN_COLUMN_LINE,
            "formed infantry and cavalry",
        );
        only(&mut refusal, Penalty::Backstep, mover == Mover::Infantry, SE_PEN_BACKSTEP, "formed infantry");
        only(&mut refusal, Penalty::Obstacle, foot, SE_OBST_WHO, "infantry and dismounted cavalry");
        let hill = meets(Penalty::Prolong) && meets(Penalty::Uphill);
        refusal.unless(!hill, "penalties", SE_PROLONG_HILL, || "guns do not prolong up or down a hill".to_owned());
        let stays = guns && meets(Penalty::Fired) && !meets(Penalty::Prolong);
        refusal.unless(!stays, "penalties", SE_FIRE_OPT_ART, || {
            "guns that fired stay where they are, or only prolong".to_owned()
        });
        let armed = mover != Mover::SupplyWagon || !meets(Penalty::Fired);
        refusal.unless(armed, "penalties", SE_HOUSE_WAGONS, || "wagons do not fire".to_owned());
        let alone = situation.penalties.len() == 1;
        refusal.unless(alone || !meets(Penalty::Obstacle), "penalties", SE_OBST_MOVE, || {
            "a unit that crosses a major obstacle does nothing else".to_owned()
        });
        let start = book.tables.distances.at(Distance::ObstacleStart).value;
        let near = !meets(Penalty::Obstacle) || situation.obstacle_yards <= start;
        refusal.unless(near, "obstacle_yards", SE_OBST_START, || {
            format!("a unit crosses a major obstacle from within {start} yards of it")
        });
        // S 13: skirmishers mind only streams, walls and buildings.
        let minds = |penalty: &Penalty| {
            !matches!(penalty, Penalty::Uphill | Penalty::Woods | Penalty::PicketFence | Penalty::Face)
        };
        refusal.unless(!skirmishes || situation.penalties.iter().all(minds), "penalties", SE_SKIRM_7, || {
            "skirmishers pay for streams, walls and buildings only: leave the rest out".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MoveSituation, umpire: &mut U) -> Ruling<MoveOutcome, U> {
        umpire.cite(SE_MOVE_SEQ);
        if situation.penalties.contains(&Penalty::Obstacle) {
            umpire.cite_all([SE_OBST_WHO, SE_OBST_START, SE_OBST_MOVE]);
            umpire.read(book.tables.distances.at(Distance::ObstacleStart));
            return Ok(MoveOutcome { inches: Decimal::ZERO, only_crosses: true });
        }
        if situation.penalties.contains(&Penalty::Prolong) {
            umpire.cite(SE_PROLONG_HILL);
            let rolled = umpire.throw(engine::Throw::One(Die::Average), SE_PROLONG_RATE)?;
            umpire.read(book.tables.penalties.at(Penalty::Prolong));
            return Ok(MoveOutcome { inches: Decimal::from_int(rolled.into()).halved(), only_crosses: false });
        }
        let (dice, rolled) = roll_dice(book, situation, umpire)?;
        let inches = inches_allowed(book, (situation.mover, false), &situation.penalties, (dice, rolled), umpire);
        Ok(MoveOutcome { inches, only_crosses: false })
    }

    fn line(outcome: &MoveOutcome) -> String {
        if outcome.only_crosses {
            "placed just beyond the obstacle; nothing else".to_owned()
        } else {
            counted(outcome.inches, "inch", "inches")
        }
    }
}

/// The dice of a move, which fall before its path is chosen: how many, and what they show together.
pub(crate) fn roll_dice<U: Referee>(book: &Book, situation: &MoveSituation, umpire: &mut U) -> Ruling<(u8, i16), U> {
    let dice = dice_count(book, situation, umpire);
    Ok((dice, umpire.sum(dice, Die::Average, SE_MOVE_TABLE)?))
}

/// How far dice that have fallen carry a unit that meets all this, a mounted one in skirmish order or not.
pub(crate) fn inches_allowed<U: Referee>(
    book: &Book,
    (mover, skirmishes): (Mover, bool),
    penalties: &[Penalty],
    (dice, rolled): (u8, i16),
    umpire: &mut U,
) -> Decimal {
    let on_foot = matches!(mover, Mover::InfantrySkirmish | Mover::DismountedCavalry);
    if !on_foot && !skirmishes {
        return allowance(book, dice, rolled, [penalties, &[]], umpire);
    }
    let fires_freely = skirmishers_fire_freely(book, penalties, umpire);
    let passes_freely = on_foot && skirmishers_pass_freely(penalties, umpire);
    let costs = |penalty: &Penalty| match penalty {
        Penalty::Fired => !fires_freely,
        Penalty::Interpenetration => !passes_freely,
        _ => true,
    };
    let met = Penalty::ALL.iter().copied().filter(|penalty| penalties.contains(penalty));
    let paid: arrayvec::ArrayVec<Penalty, { Penalty::ALL.len() }> = met.filter(costs).collect();
    allowance(book, dice, rolled, [&paid, &[]], umpire)
}

/// R 39: infantry skirmishers and dismounted cavalry pay nothing for the friends they pass through.
fn skirmishers_pass_freely<U: Referee>(penalties: &[Penalty], umpire: &mut U) -> bool {
    let free = penalties.contains(&Penalty::Interpenetration);
    if free {
        umpire.cite(SE_PEN_INTERPEN);
    }
    free
}

/// R 3: skirmishers that fired move half, or fully by the switch.
fn skirmishers_fire_freely<U: Referee>(book: &Book, penalties: &[Penalty], umpire: &mut U) -> bool {
    if !penalties.contains(&Penalty::Fired) {
        return false;
    }
    umpire.cite(if book.switches.skirmisher_full_move { SE_FIRE_OPT_SKIRM } else { SE_SKIRM_9 });
    book.switches.skirmisher_full_move
}

/// How many average dice. R 7: the road die never lifts the cap of cavalry's first turn.
pub(super) fn dice_count<U: Referee>(book: &Book, situation: &MoveSituation, umpire: &mut U) -> u8 {
    let tables = &book.tables;
    let (mover, rule) = (situation.mover, mover_rule(situation.mover));
    umpire.cite(rule);
    if mover == Mover::Cavalry && !situation.moved_last_turn {
        umpire.cite(SE_MOVE_CAV_FIRST);
        return umpire.read(tables.limits.at(Limit::CavalryFirstTurn)) as u8;
    }
    let mut dice = umpire.read(tables.movement_dice.at(mover));
    if situation.column_die {
        umpire.cite(SE_MOVE_COLUMN_DEF);
        umpire.cite(SE_MOVE_INF_COLUMN);
        dice += umpire.read(tables.limits.at(Limit::ColumnExtra));
    }
    if situation.road_die && book.switches.road_bonus {
        umpire.cite(SE_MOVE_ROAD);
        umpire.cite(SE_MOVE_ROAD_ALL);
        dice += umpire.read(tables.road_dice.at(RoadRow::Road));
    }
    dice as u8
}

fn mover_rule(mover: Mover) -> engine::Rule {
    match mover {
        Mover::Infantry => SE_MOVE_INF,
        Mover::InfantrySkirmish => SE_MOVE_SKIRM,
        Mover::Cavalry => SE_MOVE_CAV,
        Mover::DismountedCavalry => SE_MOVE_DISMTD,
        Mover::FieldArtillery => SE_MOVE_FIELDART,
        Mover::HorseArtillery => SE_MOVE_HORSEART,
        Mover::SupplyWagon => SE_MOVE_WAGON,
    }
}
