//! Movement for people with a ruler (sections 6.1, 5.5 and 10).
//!
//! [`Rates`] says how far a unit may go on each ground, [`Move`] whether a measured way fits into its move, [`Retreat`] how
//! far it goes when it has to and what it does to friends on the way, [`Breakthrough`] what a victorious charger does next.
//! Not here: where anybody stands, and what is between them; that needs a map.

mod breakthrough;
mod march;
mod path;
mod rates;
mod retreat;

pub use breakthrough::{AfterBreakthrough, Breakthrough, BreakthroughMove, BreakthroughOutcome, Victory};
use engine::{Asks, Decimal, Refusal, Rule, Ruling, Umpire};
pub use march::{March, Move, MoveOutcome};
pub use path::{Fraction, Heading, STRETCHES_MAX, Stretch};
pub(crate) use path::{OBSTACLES_MAX, check_stretches, exact, spend, worst_ground};
pub use rates::{Pace, Rates, RatesOutcome};
pub use retreat::{FRIENDS_MAX, PassedThrough, Retreat, RetreatKind, RetreatOutcome, Retreating};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::fire::GunWeapon;
use crate::legality;
use crate::lines::MoveLine;
use crate::pieces::{Carriage, Class, Faction, Formation, Ground, Order};
use crate::rules::*;

engine::keys! {
    /// What a unit moves over.
    pub enum Going {
        /// Open ground.
        Open = "open",
        /// Broken ground.
        Broken = "broken",
        /// Rough ground.
        Rough = "rough",
        /// Along a road, where the formation has a road rate.
        Road = "road",
        /// Marsh, swamp or sand: rough ground that guns and wagons may not enter.
        Marsh = "marsh",
    }
}

impl Going {
    /// What kind of ground it is to those who charge over it.
    pub const fn ground(self) -> Ground {
        match self {
            Going::Open | Going::Road => Ground::Open,
            Going::Broken => Ground::Broken,
            Going::Rough | Going::Marsh => Ground::Rough,
        }
    }
}

impl From<Ground> for Going {
    fn from(ground: Ground) -> Self {
        match ground {
            Ground::Open => Going::Open,
            Ground::Broken => Going::Broken,
            Ground::Rough => Going::Rough,
        }
    }
}

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    /// Infantry or cavalry.
    Troops(
        /// The unit of troops.
        MovingTroops,
    ),
    /// A limbered battery, or wagons.
    Guns(
        /// The battery.
        MovingGuns,
    ),
    /// A detached leader, a scout or another personality.
    Leader(
        /// The leader.
        MovingLeader,
    ),
}

/// Troops that move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MovingTroops {
    /// What kind of troops they are.
    pub class: Class,
    /// Whose troops they are; decides whether cavalry may be on foot.
    pub faction: Faction,
    /// Their formation; broken troops have none, whatever stands here.
    pub formation: Formation,
    /// Good order, disordered or broken.
    pub order: Order,
}

/// Guns or wagons that move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MovingGuns {
    /// What they are moved on.
    pub carriage: Carriage,
    /// What they fire; nothing for wagons, and where it does not matter.
    pub weapon: Option<GunWeapon>,
}

/// A leader who moves by himself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MovingLeader {
    /// Whether he has lost his horse.
    pub dismounted: bool,
    /// Whether he is a scout or another personality; they are leaders too.
    pub scout: bool,
}

impl Mover {
    /// Their row of the movement rates; nothing for those who do not move.
    pub(crate) fn line(&self) -> Option<MoveLine> {
        match self {
            Mover::Troops(troops) => troops.line(),
            Mover::Guns(guns) => guns.line(),
            Mover::Leader(leader) if leader.dismounted => Some(MoveLine::LeaderDismounted),
            Mover::Leader(_) => Some(MoveLine::LeaderMounted),
        }
    }

    /// R17: broken troops and leaders have a single rate.
    pub(crate) fn has_single_rate(&self) -> bool {
        match self {
            Mover::Troops(troops) => troops.order == Order::Broken,
            Mover::Guns(_) => false,
            Mover::Leader(_) => true,
        }
    }

    /// Whether they are heavy howitzers or heavy rifles, which never move at the double quick.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self, Mover::Guns(guns) if is_slow(guns.weapon))
    }

    pub(crate) fn is_guns(&self) -> bool {
        matches!(self, Mover::Guns(_))
    }
}

/// Whether a gun never moves at the double quick, nor by hand or prolong.
pub(crate) fn is_slow(weapon: Option<GunWeapon>) -> bool {
    matches!(weapon, Some(GunWeapon::Hh | GunWeapon::Hr))
}

impl MovingTroops {
    /// RULING: broken cavalry runs on its horses, also if it fought on foot.
    pub(crate) fn line(&self) -> Option<MoveLine> {
        use Formation as F;
        if self.order == Order::Broken {
            let cavalry = self.class.is_cavalry();
            return Some(if cavalry { MoveLine::CavalryBroken } else { MoveLine::InfantryBroken });
        }
        match (self.class.is_cavalry(), self.formation) {
            (_, F::Square | F::Garrison) => None,
            (false, F::Line) => Some(MoveLine::InfantryLine),
            (false, F::Extended | F::FieldColumn | F::Mass) => Some(MoveLine::InfantryOpen),
            (false, F::MarchColumn) => Some(MoveLine::InfantryMarch),
            (false, F::DismountedExtended) => None,
            (true, F::Line) => Some(MoveLine::CavalryLine),
            (true, F::Extended | F::FieldColumn) => Some(MoveLine::CavalryOpen),
            (true, F::MarchColumn) => Some(MoveLine::CavalryMarch),
            (true, F::DismountedExtended) => Some(MoveLine::CavalryDismounted),
            (true, F::Mass) => None,
        }
    }

    /// Whether they sit on their horses.
    pub(crate) fn is_mounted(&self) -> bool {
        self.class.is_mounted_in(self.formation)
    }
}

impl MovingGuns {
    /// R61: wagons use the heavy row, pack animals the field row.
    pub(crate) fn line(&self) -> Option<MoveLine> {
        match self.carriage {
            Carriage::Field | Carriage::Pack => Some(MoveLine::GunsField),
            Carriage::Horse => Some(MoveLine::GunsHorse),
            Carriage::Heavy | Carriage::Wagon => Some(MoveLine::GunsHeavy),
            Carriage::Fixed => None,
        }
    }
}

/// Refuses a mover that cannot be.
pub(crate) fn check_mover(book: &Book, mover: &Mover, path: &str, refusal: &mut Refusal) {
    match mover {
        Mover::Troops(troops) => check_troops(book, troops, &format!("{path}.troops"), refusal),
        Mover::Guns(guns) => {
            let armed_wagon = guns.carriage == Carriage::Wagon && guns.weapon.is_some();
            refusal.unless(!armed_wagon, &format!("{path}.guns.weapon"), FF_SPEC_WAGONS, || {
                "wagons and supply columns have no guns".to_owned()
            });
        }
        Mover::Leader(_) => {}
    }
}

/// Refuses troops in a formation that they do not form.
pub(crate) fn check_troops(book: &Book, troops: &MovingTroops, path: &str, refusal: &mut Refusal) {
    if troops.order != Order::Broken
        && let Some((rule, why)) = legality::forbidden_to(book, troops.class, troops.faction, troops.formation)
    {
        refusal.unless(false, &format!("{path}.formation"), rule, || why.to_owned());
    }
}

/// Refuses those who do not move at all, and a double quick that they do not have.
pub(crate) fn check_pace(mover: &Mover, double_quick: bool, path: &str, refusal: &mut Refusal) {
    // S77, S71: a square or garrison changes formation first; fixed guns stay.
    let fixed = mover.is_guns();
    let rule: Rule = if fixed { FF_HOUSE_FIXED } else { FF_TMNV_WH_FORM };
    refusal.unless(mover.line().is_some(), path, rule, || {
        if fixed { "fixed guns do not move" } else { "a square or garrison does not move; it changes formation first" }
            .to_owned()
    });
    refusal.unless(!(double_quick && mover.has_single_rate()), "double_quick", FF_MOVE_SINGLE_RATE, || {
        "broken troops and leaders have one rate only".to_owned()
    });
    refusal.unless(!(double_quick && mover.is_slow()), "double_quick", FF_GMNV_HH_HR, || {
        "HH and HR never move at the double quick".to_owned()
    });
}

/// The row of a mover, cited, with the notes that go with it.
pub(crate) fn cite_line<U: Umpire>(mover: &Mover, umpire: &mut U) -> Option<MoveLine> {
    let line = mover.line()?;
    umpire.cite(FF_MOVE);
    umpire.cite(line.rule());
    if mover.has_single_rate() {
        umpire.cite(FF_MOVE_SINGLE_RATE);
    }
    match mover {
        Mover::Leader(leader) if leader.scout => umpire.cite(FF_SPEC_SCOUTS),
        Mover::Guns(guns) if guns.carriage == Carriage::Wagon => umpire.cite(FF_SPEC_WAGONS),
        _ => {}
    }
    Some(line)
}

/// The rate of a mover on some ground; nothing where it may not go, or has no road rate.
pub(crate) fn rate<U: Umpire>(
    book: &Book,
    mover: &Mover,
    going: Going,
    double_quick: bool,
    umpire: &mut U,
) -> Ruling<Option<Decimal>, U> {
    let Some(line) = mover.line() else {
        return Ok(None);
    };
    if going == Going::Marsh && mover.is_guns() {
        return Ok(None);
    }
    let looked = book.tables.field.rates.at(line, going, double_quick)?;
    Ok(umpire.read(looked))
}
