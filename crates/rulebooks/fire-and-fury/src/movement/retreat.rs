//! Retreats (section 10): how far, what becomes of friends on the way, and of a unit that is stopped.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Going, Mover, MovingGuns, MovingTroops, check_mover, check_pace, cite_line, rate};
use crate::charts::Value;
use crate::lines::BandLine;
use crate::pieces::{Class, Formation, Order};
use crate::rules::*;
use crate::{Book, Referee};

/// LIMIT: friends passed through in one retreat.
pub const FRIENDS_MAX: usize = 6;

engine::keys! {
    /// Which retreat.
    pub enum RetreatKind {
        /// To 2 inches from the enemy.
        TwoInches = "two_inches",
        /// Out of close range.
        OutOfCloseRange = "out_of_close_range",
        /// Full retreat: troops broken, guns limbered.
        Full = "full",
        /// A recall of mounted troops, up to a full move.
        Recall = "recall",
    }
}

/// A friendly unit that the retreat passes through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PassedThrough {
    /// Whether it is a battery or wagons rather than troops.
    pub guns: bool,
    /// Its order.
    pub order: Order,
    /// Its formation.
    pub formation: Formation,
    /// Whether it is fortified.
    pub fortified: bool,
}

/// A unit that retreats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retreating {
    /// Who retreats, as it was before.
    pub mover: Mover,
    /// Which retreat.
    pub kind: RetreatKind,
    /// How far the nearest enemy is, in inches; of this combat for a short retreat, one that puts it in close range for the
    /// next.
    #[serde(default)]
    pub enemy: Decimal,
    /// The worst ground on the way.
    #[serde(default = "open")]
    pub ground: Going,
    /// Friends that it passes through, at most six.
    #[serde(default)]
    pub friends: Vec<PassedThrough>,
    /// After how many inches enemies or impassable ground stop it; nothing if the way is free.
    #[serde(default)]
    pub stopped_after: Option<Decimal>,
    /// How far the nearest enemy is from where it is stopped, in inches.
    #[serde(default)]
    pub enemy_at_stop: Option<Decimal>,
    /// After how many inches it leaves the table; nothing if it stays on it.
    #[serde(default)]
    pub edge_after: Option<Decimal>,
}

fn open() -> Going {
    Going::Open
}

/// What becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RetreatOutcome {
    /// How far it goes, in inches: exactly so far, or at most so far for a recall. Out of close range it ends just beyond.
    pub inches: Decimal,
    /// Whether it is still in close range, because the retreat is not long enough or was stopped.
    pub still_close: bool,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// Stands that troops lose because they were stopped close to an enemy.
    pub stands_lost: u8,
    /// Whether guns are captured because they were stopped close to an enemy.
    pub captured: bool,
    /// Whether it leaves the table; its stands count as lost.
    pub leaves_table: bool,
    /// For each friend passed through, whether it becomes disordered.
    pub disordered: ArrayVec<bool, FRIENDS_MAX>,
}

/// A retreat.
pub struct Retreat;

impl Procedure for Retreat {
    type Book = Book;
    type Situation = Retreating;
    type Outcome = RetreatOutcome;

    const NAME: &'static str = "retreat";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str =
        "How far a unit retreats, whom it disorders on the way, and what happens if it is stopped.";

    fn examples() -> Vec<(&'static str, Retreating)> {
        let line = MovingTroops::default();
        let retreat = |mover, kind, enemy| Retreating {
            mover,
            kind,
            enemy: Decimal::from_int(enemy),
            ground: Going::Open,
            friends: Vec::new(),
            stopped_after: None,
            enemy_at_stop: None,
            edge_after: None,
        };
        let square = PassedThrough { formation: Formation::Square, ..PassedThrough::default() };
        let broken = MovingTroops { order: Order::Broken, ..line };
        let cavalry = MovingTroops { class: Class::Cavalry, ..line };
        let guns = Mover::Guns(MovingGuns::default());
        vec![
            ("a line falls back out of close range", retreat(Mover::Troops(line), RetreatKind::OutOfCloseRange, 4)),
            (
                "broken troops run through a line and a square",
                Retreating {
                    friends: vec![PassedThrough::default(), square],
                    ..retreat(Mover::Troops(broken), RetreatKind::Full, 1)
                },
            ),
            ("cavalry recalls", retreat(Mover::Troops(cavalry), RetreatKind::Recall, 0)),
            (
                "guns are stopped by a river",
                Retreating {
                    stopped_after: Some(Decimal::from_int(3)),
                    enemy_at_stop: Some(Decimal::from_int(2)),
                    ..retreat(guns, RetreatKind::Full, 0)
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &Retreating) -> Result<(), Refusal> {
        check(book, situation)
    }

    fn run<U: Referee>(book: &Book, situation: &Retreating, umpire: &mut U) -> Ruling<RetreatOutcome, U> {
        retreat(book, situation, umpire)
    }

    fn line(outcome: &RetreatOutcome) -> String {
        let mut words = counted(outcome.inches, "inch", "inches");
        for (applies, more) in [
            (outcome.still_close, ", still in close range"),
            (outcome.stopped, ", stopped"),
            (outcome.captured, ", captured"),
            (outcome.leaves_table, ", off the table"),
        ] {
            if applies {
                words.push_str(more);
            }
        }
        if outcome.stands_lost > 0 {
            words.push_str(&format!(", {} lost", counted(outcome.stands_lost, "stand", "stands")));
        }
        let disordered = outcome.disordered.iter().filter(|disordered| **disordered).count();
        if disordered > 0 {
            words.push_str(&format!(", {} disordered", counted(disordered, "friend", "friends")));
        }
        words
    }
}

fn check(book: &Book, situation: &Retreating) -> Result<(), Refusal> {
    let mut refusal = Refusal::new();
    let mover = &situation.mover;
    check_mover(book, mover, "mover", &mut refusal);
    // A square or garrison may be driven out; fixed guns that would have to retreat are lost (S71).
    if mover.is_guns() {
        check_pace(mover, false, "mover", &mut refusal);
    }
    refusal.unless(!matches!(mover, Mover::Leader(_)), "mover", FF_TURN_MNV_2D, || {
        "leaders do not retreat by themselves; see leader-escape".to_owned()
    });
    let mounted = matches!(mover, Mover::Troops(troops) if troops.is_mounted() && troops.order != Order::Broken);
    refusal.unless(situation.kind != RetreatKind::Recall || mounted, "kind", FF_HOUSE_RECALL, || {
        "only mounted troops that are not broken recall".to_owned()
    });
    let guns_fit = !mover.is_guns() || situation.kind == RetreatKind::Full;
    refusal.unless(guns_fit, "kind", FF_MNV_GO_FALL_BACK_GUNS, || "guns limber and make a full retreat".to_owned());
    refusal.unless(situation.friends.len() <= FRIENDS_MAX, "friends", FF_HOUSE_RETREAT, || {
        format!("name at most {FRIENDS_MAX} friends")
    });
    for (field, inches) in [
        ("enemy", Some(situation.enemy)),
        ("stopped_after", situation.stopped_after),
        ("enemy_at_stop", situation.enemy_at_stop),
        ("edge_after", situation.edge_after),
    ] {
        refusal.unless(inches.is_none_or(|inches| inches >= Decimal::ZERO), field, FF_HOUSE_RETREAT, || {
            "a distance is not negative".to_owned()
        });
    }
    refusal.unless(
        situation.enemy_at_stop.is_none() || situation.stopped_after.is_some(),
        "enemy_at_stop",
        FF_HOUSE_RETREAT,
        || "nothing stops it; say after how many inches in stopped_after".to_owned(),
    );
    refusal.verdict()
}

/// Section 10. How far, then who is in the way, then what stops it.
fn retreat<U: Referee>(book: &Book, situation: &Retreating, umpire: &mut U) -> Ruling<RetreatOutcome, U> {
    let (full, still_close) = distance(book, situation, umpire)?;
    let stopped = situation.stopped_after.is_some_and(|inches| inches < full);
    let mut inches = situation.stopped_after.map_or(full, |stop| stop.min(full));
    let leaves_table = situation.edge_after.is_some_and(|edge| edge <= inches);
    inches = situation.edge_after.map_or(inches, |edge| edge.min(inches));
    let blocked = stopped && !leaves_table;
    let reach = umpire.read(book.tables.value(Value::CaughtReach));
    let caught = blocked && situation.enemy_at_stop.is_some_and(|enemy| enemy <= reach);
    let guns = situation.mover.is_guns();
    let stands_lost =
        if caught && !guns { umpire.read(book.tables.whole(Value::CaughtStands)).max(0) as u8 } else { 0 };
    let runs = situation.kind == RetreatKind::Full && !guns;
    let disordered = situation.friends.iter().map(|friend| runs && is_disturbed(friend)).take(FRIENDS_MAX).collect();
    Ok(RetreatOutcome {
        inches,
        still_close: !leaves_table && (still_close || (blocked && situation.kind == RetreatKind::OutOfCloseRange)),
        stopped: blocked,
        stands_lost,
        captured: caught && guns,
        leaves_table,
        disordered,
    })
}

/// How far a retreat leads where nothing stops it, and whether that is too little.
///
/// RULING: troops on a road they have no rate for retreat at the rate of open ground; heavy carriages on ground they may not
/// enter do not move at all.
fn distance<U: Referee>(book: &Book, situation: &Retreating, umpire: &mut U) -> Ruling<(Decimal, bool), U> {
    let full = situation.kind == RetreatKind::Full;
    let mover = match situation.mover {
        Mover::Troops(troops) if full => Mover::Troops(MovingTroops { order: Order::Broken, ..troops }),
        // A square or garrison that is driven out goes as a line does.
        Mover::Troops(troops) if troops.line().is_none() => {
            let formation = if troops.class.is_cavalry() { Formation::DismountedExtended } else { Formation::Line };
            Mover::Troops(MovingTroops { formation, ..troops })
        }
        other => other,
    };
    match situation.kind {
        RetreatKind::TwoInches => {
            umpire.cite(FF_FIRE_ADD_CHECKED);
            let ends = umpire.read(book.tables.value(Value::ShortRetreat));
            return Ok(((ends - situation.enemy).max(Decimal::ZERO), false));
        }
        RetreatKind::Full if situation.mover.is_guns() => umpire.cite(FF_GMNV_T_RETREAT),
        RetreatKind::Full => umpire.cite(FF_MNV_GO_PANIC),
        RetreatKind::OutOfCloseRange => umpire.cite(FF_MNV_GO_FALL_BACK_TROOPS),
        RetreatKind::Recall => umpire.cite(FF_HOUSE_RECALL),
    }
    cite_line(&mover, umpire);
    // S58: at most one double quick move.
    let double_quick = situation.kind == RetreatKind::OutOfCloseRange && !mover.has_single_rate();
    let mut most = rate(book, &mover, situation.ground, double_quick, umpire)?;
    if most.is_none() && situation.ground == Going::Road {
        most = rate(book, &mover, Going::Open, double_quick, umpire)?;
    }
    let most = most.unwrap_or(Decimal::ZERO);
    if situation.kind != RetreatKind::OutOfCloseRange {
        return Ok((most, false));
    }
    let close = umpire.read(book.tables.bands.at(BandLine::MusketryClose)).0;
    if situation.enemy > close {
        return Ok((Decimal::ZERO, false));
    }
    let needed = close - situation.enemy;
    Ok(if needed < most { (needed, false) } else { (most, true) })
}

/// S56: broken troops disorder friendly troops they pass through, unless those are broken, in square, garrison or fortified.
fn is_disturbed(friend: &PassedThrough) -> bool {
    !friend.guns && friend.order != Order::Broken && !friend.formation.is_all_round() && !friend.fortified
}
