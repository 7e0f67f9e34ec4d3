//! What each body of stands brings to a fire attack: its factor, and what is true of it (P2 steps 1 to 4).

use arrayvec::ArrayVec;
use engine::{Asks, Decimal, Fault, Rule, Ruling, Side};

use super::situation::{FIRERS_MAX, Firer, Stance, VOLLEYS_MAX, Volley};
use crate::charts::{StandKind, Weapon, WeaponClass};
use crate::rules::*;
use crate::unit::{Arm, Cover, Formation, Shelter};
use crate::{Book, Referee};

/// What is true of a whole unit while it fires.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirerFacts {
    pub side: Side,
    pub arm: Arm,
    pub formation: Formation,
    pub mounted: bool,
    pub prone: bool,
    pub marksmen: bool,
    pub stance: Stance,
    pub out_of_ammo: bool,
    /// How many ranks deep it is, for tables where only the front rank fires.
    pub ranks: u8,
    /// It fires while it moves: cavalry that closes in, or whoever an opportunity charge caught on the way.
    pub on_the_move: bool,
}

impl FirerFacts {
    /// Infantry or cavalry that does not move in the phase. Skirmishers always count so (R 3), but for those who are on the move
    /// while they fire, as charging horsemen are (P11 step 5); prone units never do (S 7).
    pub fn is_stationary(&self) -> bool {
        let foot_or_horse = matches!(self.arm, Arm::Infantry | Arm::Cavalry);
        let still = matches!(self.stance, Stance::Hold | Stance::Defensive) || self.formation == Formation::Skirmish;
        foot_or_horse && still && !self.prone && !self.on_the_move
    }
}

/// What is true of the unit that is fired at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TargetFacts {
    pub kind: StandKind,
    pub arm: Arm,
    pub formation: Formation,
    pub mounted: bool,
    pub prone: bool,
    pub ranks: u8,
    pub road_column: bool,
    /// Skirmishers whom a Combat drove off: they have flanks and rear.
    pub flanks_exposed: bool,
}

/// The fire of some stands, ready to be added up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    pub firer: FirerFacts,
    pub class: WeaponClass,
    /// The factor of one stand.
    pub stand_factor: Decimal,
    /// The stands that fire.
    pub stands: u16,
    pub range_yards: u16,
    pub from_flank_or_rear: bool,
    pub cover: Cover,
}

impl Shot {
    /// The factor of all its stands.
    #[inline]
    pub fn factor(&self) -> Decimal {
        self.stand_factor.times(self.stands.into())
    }
}

pub(crate) type Shots = ArrayVec<Shot, { FIRERS_MAX * VOLLEYS_MAX }>;

/// P2 steps 1 to 3 for one unit: each volley's factor, the Panic Markers' silenced stands taken off the weakest first.
// COST: inlined, and every shot is put where it stays: reading a struct back just after its bytes were written stalls.
#[inline(always)]
pub(super) fn gather<U: Referee>(
    book: &Book,
    side: Side,
    firer: &Firer,
    target: Shelter,
    shots: &mut Shots,
    umpire: &mut U,
) -> Ruling<(), U> {
    umpire.cite_all([SE_FIRE_STANDS, stance_rule(firer)]);
    if firer.formation == Formation::Line {
        umpire.cite(SE_MOVE_LINE);
    }
    let facts = firer.facts(side);
    if firer.arm.is_artillery() {
        umpire.cite(SE_FIRE_ART_PAIRS);
    }
    let first = shots.len();
    for volley in &firer.volleys {
        let shot = shoot(book, facts, volley, target, umpire)?;
        if !shot.factor().is_zero() {
            shots.push(shot);
        }
    }
    if firer.panic > 0 {
        umpire.cite(SE_FIRE_PANIC_LOSS);
        silence(&mut shots[first..], firer.panic);
        shots.retain(|shot| shot.stands > 0);
    }
    Ok(())
}

/// S 27: each Panic Marker silences one stand, those with the lowest factor first.
fn silence(shots: &mut [Shot], markers: u8) {
    for _ in 0..markers {
        let firing = shots.iter_mut().filter(|shot| shot.stands > 0);
        if let Some(weakest) = firing.min_by_key(|shot| shot.stand_factor) {
            weakest.stands -= 1;
        }
    }
}

/// P2 step 2: the factor of a stand with this weapon at this range, and what else counts of a volley.
#[inline(always)]
pub(crate) fn shoot<U: Referee>(
    book: &Book,
    firer: FirerFacts,
    volley: &Volley,
    target: Shelter,
    umpire: &mut U,
) -> Ruling<Shot, U> {
    let Volley { weapon, range_yards, from_flank_or_rear, cover, .. } = *volley;
    let stands = front_rank(book, (firer.formation, firer.ranks), None, volley.stands);
    umpire.cite(weapon_rule(weapon));
    let tables = &book.tables;
    // R 15: beyond its maximum range a weapon has no factor, whatever the band says.
    let stand_factor = if range_yards > tables.max_range.at(weapon).value {
        umpire.read(tables.max_range.at(weapon));
        Decimal::ZERO
    } else {
        let range = Decimal::from_int(range_yards.into());
        let band = tables.fire_bands.band(range).ok_or_else(|| no_band(range_yards))?;
        umpire.cite(SE_FIRE_FACTOR_TABLE);
        umpire.read(tables.fire_factors.at(weapon, band)?)
    };
    let class = tables.weapon_class.at(weapon).value;
    Ok(Shot {
        firer,
        class,
        stand_factor,
        stands,
        range_yards,
        from_flank_or_rear,
        cover: Shelter { cover: cover.unwrap_or(target.cover), ..target }.worth(umpire),
    })
}

/// S 65: every stand fires, or where the table wants it only the front rank of a formed unit: so many files if that is known, else
/// as many as its ranks leave.
#[inline]
pub(crate) fn front_rank(book: &Book, (formation, ranks): (Formation, u8), files: Option<u16>, stands: u16) -> u16 {
    let formed = matches!(formation, Formation::Line | Formation::Column | Formation::Square);
    match book.switches.front_rank_fire && formed {
        true => files.unwrap_or_else(|| stands.div_ceil(u16::from(ranks.max(1)))).min(stands),
        false => stands,
    }
}

/// The rule that allows the fire a unit has chosen.
fn stance_rule(firer: &Firer) -> Rule {
    match (firer.arm.is_artillery(), firer.formation, firer.stance) {
        (true, _, Stance::Prolong) => SE_PROLONG_FIRE,
        (true, ..) => SE_FIRE_OPT_ART,
        (false, Formation::Skirmish, _) => SE_FIRE_OPT_SKIRM,
        (false, _, Stance::Move) => SE_FIRE_OPT_REDUCED,
        (false, ..) => SE_FIRE_OPT_FULL,
    }
}

/// The rule that gives a weapon its line of factors.
pub(super) fn weapon_rule(weapon: Weapon) -> Rule {
    match weapon {
        Weapon::Pistol => SE_FF_PISTOL,
        Weapon::Shotgun => SE_FF_SHOTGUN,
        Weapon::MlCarbine => SE_FF_MLCARBINE,
        Weapon::BlCarbine => SE_FF_BLCARBINE,
        Weapon::Musket => SE_FF_MUSKET,
        Weapon::RifleMusket => SE_FF_RIFLEMUSKET,
        Weapon::BlRifle => SE_FF_BLRIFLE,
        Weapon::Repeaters => SE_FF_REPEATERS,
        Weapon::SixPounderSmoothbore => SE_FF_6SB,
        Weapon::TwelvePounderNapoleon => SE_FF_12NAP,
        Weapon::TwelvePounderHowitzer => SE_FF_12HOW,
        Weapon::TwentyFourPounderHowitzer => SE_FF_24HOW,
        Weapon::ThirtyTwoPounderHowitzer => SE_FF_32HOW,
        Weapon::SixPounderRifle => SE_FF_6RIFLE,
        Weapon::Whitworth => SE_FF_WHITWORTH,
        Weapon::ThreeInchRifle => SE_FF_3IN,
        Weapon::TwentyPounderRifle => SE_FF_20RIFLE,
        Weapon::ThirtyPounderRifle => SE_FF_30RIFLE,
        Weapon::SiegeHowitzer => SE_FF_SIEGE,
        Weapon::Gunboat => SE_FF_GUNBOAT,
        Weapon::Gatling => SE_FF_GATLING,
    }
}

#[cold]
fn no_band(range_yards: u16) -> Fault {
    Fault::of_file("fire-factors", format!("no range band holds {range_yards} yards"))
}
