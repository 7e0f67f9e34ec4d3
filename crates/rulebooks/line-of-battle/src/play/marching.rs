//! A stack on its way: who goes, what is left of their movement, and where they have been.

use engine::{Decimal, Refusal, Side as Army};
use field::hex::{Corner, Hex, Side};

use super::position::Position;
use super::radius::Bound;
use super::stack::has_front;
use super::state::{LeaderId, UnitId};
use super::theatre::Theatre;
use crate::charts::{Activity, MoraleState};
use crate::command::Verdict;
use crate::movement::{ExitLicence, March, MovementSituation};
use crate::rules::*;
use crate::unit::Formation;

/// A stack on its way.
#[derive(Clone, Debug)]
pub(crate) struct Marching {
    pub units: Vec<UnitId>,
    pub leaders: Vec<LeaderId>,
    pub marches: Vec<March>,
    pub situations: Vec<MovementSituation>,
    /// What binds each unit.
    pub bounds: Vec<Bound>,
    /// Where it is; nowhere before it has come on.
    pub at: Option<Hex>,
    /// Where it began its activity.
    pub began: Option<Hex>,
    pub facing: Corner,
    /// The side it went out by to get here.
    pub heading: Option<Side>,
    /// The hexes it was in, for a stack that may not stay where it balks.
    pub path: Vec<Hex>,
    /// Units taken along on the way, and where on its path: no balk takes them farther back.
    pub joined: Vec<(UnitId, usize)>,
    /// Changes of formation still ahead of it, the last of those its situations name.
    pub forms_ahead: usize,
    /// Whether it entered a hex or turned.
    pub moved: bool,
    /// Units left behind on the way.
    pub dropped: Vec<Dropped>,
    pub activity: Activity,
    /// Whether it has done anything at all.
    pub stirred: bool,
    /// Whether it has Charged in this activity.
    pub charged: bool,
    /// Whether it has entered a hex where a die may fall: next to the enemy, or across an intersection of a town.
    pub risked: bool,
}

/// A unit left behind on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dropped {
    pub unit: UnitId,
    pub march: March,
    pub at: Hex,
    pub facing: Corner,
}

/// Whether a stack begins its activity, or goes on with one after a won Charge: then it has acted and its leaders have moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Fresh,
    GoesOn,
}

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepEnd {
    /// It was made.
    Made,
    /// The stack did not dare to close, or got stuck at an intersection: its activity is over.
    Stays,
}

/// Whether dice fall, or everything is supposed to go well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chance {
    Thrown,
    Supposed,
}

impl Marching {
    /// The side it fights for.
    pub fn side(&self, theatre: &Theatre) -> Army {
        self.units.first().map_or(Army::Union, |id| theatre.unit(*id).side)
    }

    /// Whether the leader to whom a unit keeps goes along.
    pub fn leads(&self, bound: &Bound) -> bool {
        bound.leader().is_some_and(|leader| self.leaders.contains(&leader))
    }

    /// The units as they would stop now.
    pub fn formed(&self) -> impl Iterator<Item = (UnitId, Formation)> + Clone {
        self.units.iter().zip(&self.marches).map(|(id, march)| (*id, march.formation))
    }

    /// The units as they would stop now, and those it has left behind in that hex.
    pub fn formed_at(&self, at: Hex) -> impl Iterator<Item = (UnitId, Formation)> + Clone {
        let left = self.dropped.iter().filter(move |dropped| dropped.at == at);
        self.formed().chain(left.map(|dropped| (dropped.unit, dropped.march.formation)))
    }

    /// The way those it has left behind in a hex face, if they have a front.
    pub fn left_facing(&self, at: Hex) -> Option<Corner> {
        let fronted = |dropped: &&Dropped| dropped.at == at && has_front(dropped.march.formation);
        self.dropped.iter().find(fronted).map(|dropped| dropped.facing)
    }

    /// Where each of its units began its activity.
    pub fn starts(&self) -> impl Iterator<Item = Hex> {
        self.units.iter().filter_map(|id| {
            let joined = self.joined.iter().find(|(unit, _)| unit == id);
            joined.map_or(self.began, |(_, place)| self.path.get(*place).copied())
        })
    }

    /// Takes a unit out of the stack.
    pub fn drop_out(&mut self, place: usize, at: Hex, facing: Corner) {
        let dropped = Dropped { unit: self.units[place], march: self.marches[place], at, facing };
        self.dropped.push(dropped);
        self.joined.retain(|(unit, _)| *unit != dropped.unit);
        self.units.remove(place);
        self.marches.remove(place);
        self.situations.remove(place);
        self.bounds.remove(place);
    }

    /// Nobody yet.
    pub fn new(activity: Activity) -> Marching {
        Marching {
            units: Vec::new(),
            leaders: Vec::new(),
            marches: Vec::new(),
            situations: Vec::new(),
            bounds: Vec::new(),
            at: None,
            began: None,
            facing: Corner::new(0),
            heading: None,
            path: Vec::new(),
            joined: Vec::new(),
            forms_ahead: 0,
            moved: false,
            dropped: Vec::new(),
            activity,
            stirred: false,
            charged: false,
            risked: false,
        }
    }

    /// Forgets everything but its activity, and keeps its room.
    pub fn clear(&mut self) {
        self.units.clear();
        self.leaders.clear();
        self.marches.clear();
        self.situations.clear();
        self.bounds.clear();
        self.path.clear();
        self.joined.clear();
        self.dropped.clear();
        self.forms_ahead = 0;
        (self.at, self.began, self.heading) = (None, None, None);
        (self.moved, self.stirred, self.charged, self.risked) = (false, false, false, false);
    }

    /// Becomes like another, in the room it has.
    pub fn copy(&mut self, other: &Marching) {
        self.units.clone_from(&other.units);
        self.leaders.clone_from(&other.leaders);
        self.marches.clone_from(&other.marches);
        self.situations.clone_from(&other.situations);
        self.bounds.clone_from(&other.bounds);
        self.path.clone_from(&other.path);
        self.joined.clone_from(&other.joined);
        self.forms_ahead = other.forms_ahead;
        self.dropped.clone_from(&other.dropped);
        (self.at, self.began, self.facing, self.heading) = (other.at, other.began, other.facing, other.heading);
        (self.moved, self.stirred, self.charged) = (other.moved, other.stirred, other.charged);
        self.risked = other.risked;
        self.activity = other.activity;
    }

    /// Whether the same units go as when it set out so, though they may have gone on.
    pub fn is_still(&self, base: &Marching) -> bool {
        self.dropped.is_empty() && self.units.len() == base.units.len() && self.path.len() >= base.path.len()
    }

    /// Goes back to where it set out, if the same units still go.
    ///
    /// COST: a stack tries some thirty ways, and only a few words of it change on the way.
    pub fn go_back(&mut self, base: &Marching) {
        self.marches.copy_from_slice(&base.marches);
        self.path.truncate(base.path.len());
        self.forms_ahead = base.forms_ahead;
        (self.at, self.began, self.facing, self.heading) = (base.at, base.began, base.facing, base.heading);
        (self.moved, self.stirred, self.charged) = (base.moved, base.stirred, base.charged);
        self.risked = base.risked;
    }

    /// One of its units, as if it had come alone.
    pub fn only(&self, place: usize) -> Marching {
        Marching {
            units: vec![self.units[place]],
            leaders: Vec::new(),
            marches: vec![self.marches[place]],
            situations: vec![self.situations[place].clone()],
            bounds: vec![self.bounds[place]],
            dropped: Vec::new(),
            path: self.path.clone(),
            joined: Vec::new(),
            ..*self
        }
    }

    /// What zones of control have cost it is taken off: it is not taken again from whoever goes on.
    pub fn has_paid(&mut self) {
        self.marches.iter_mut().for_each(|march| march.sps_lost = 0);
    }

    /// Everyone who has taken part in the activity.
    pub fn everyone(&self) -> impl Iterator<Item = UnitId> {
        self.units.iter().copied().chain(self.dropped.iter().map(|dropped| dropped.unit))
    }

    pub fn has_front(&self) -> bool {
        let alone = self.units.len() == 1 && self.situations.iter().all(|situation| !situation.stacked);
        let fronted = |march: &March| match march.formation {
            Formation::OpenOrder => !alone,
            formation => has_front(formation),
        };
        self.marches.iter().any(fronted)
    }

    fn may_close(&self) -> bool {
        self.marches.iter().all(|march| {
            !matches!(march.state, MoraleState::Disorganized | MoraleState::Routed)
                && !matches!(march.formation, Formation::Column | Formation::Limbered | Formation::Unlimbered)
        })
    }
}

impl Marching {
    /// Whether it may make a Closing Roll; otherwise why not, by its worst unit.
    pub(crate) fn check_close(&self, theatre: &Theatre, battle: &impl Position) -> Result<(), Refusal> {
        if self.may_close() {
            return Ok(());
        }
        let bad =
            self.marches.iter().any(|march| matches!(march.state, MoraleState::Disorganized | MoraleState::Routed));
        let (rule, why) = if bad {
            (LB_STATE_DG, "DG and Routed stacks do not close with an enemy who can fire at them")
        } else {
            (LB_FORM_TABLE, "Column and limbered guns do not close with an enemy who can fire at them: deploy first")
        };
        let name = || self.units.first().map_or("it", |id| theatre.unit(*id).name.as_str());
        Err(battle.no("steps", rule, || format!("{}: {why}", name())))
    }
}

/// The unit by whose front a stack goes: the first that has one, or else the first. Which way a column happened to face means
/// nothing.
pub(crate) fn guide(battle: &impl Position, units: &[UnitId]) -> Option<UnitId> {
    let fronted = units.iter().find(|id| has_front(battle.unit(**id).formation));
    fronted.or(units.first()).copied()
}

/// The sides of the two front hexes of a corner.
pub(crate) const fn front_sides(corner: Corner) -> [Side; 2] {
    corner.sides()
}

/// The rule behind a verdict of the order in force.
pub(crate) fn rule_of(verdict: Verdict) -> engine::Rule {
    match verdict {
        Verdict::Permitted | Verdict::OutOfRadius | Verdict::LeavesRadius => LB_RADIUS_TABLE,
        Verdict::OnTheMarch | Verdict::Strays => LB_CMDROLL_MOD_DEPLOY,
        Verdict::ReserveTooFar | Verdict::ReserveHolds => LB_CMDROLL_MOD_RESERVE,
        Verdict::EnemyTooFar => LB_CMDROLL_YES,
    }
}

/// Whether a formation is one of the march.
pub(crate) const fn is_march_formation(formation: Formation) -> bool {
    matches!(formation, Formation::Column | Formation::Mounted | Formation::Limbered)
}

/// Whether a stack has MPs left to go on.
pub(crate) fn can_go_on(marching: &Marching) -> bool {
    marching.marches.iter().all(|march| march.left > Decimal::ZERO)
}

/// The licence of those who have won a Charge.
pub(crate) const WON: ExitLicence = ExitLicence::WonCharge;
