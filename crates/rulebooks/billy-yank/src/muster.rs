//! Random forces (section 13): brigades, regiments, batteries and their leaders by lot.
//!
//! Not a procedure, because the ways its dice can fall are too many to list; it asks the umpire like all others.

use engine::book::{MusterRequest, Roster, RosterCommand, RosterLeader, RosterUnit};
use engine::chart::Key;
use engine::{Asks, Die, Modifiers, Refusal, Ruling, Side, keys};

use crate::charts::{ForceItem, Grade, Level, Limit, StandKind, Weapon, WeaponDie};
use crate::citations::{WEAPON_ROWS, cite_row};
use crate::loss::find_leader;
use crate::rules::*;
use crate::{Book, Referee};

keys! {
    /// An arm for which a weapon is rolled: a column of the chart.
    pub enum MusterArm {
        /// Infantry.
        Infantry = "infantry",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Artillery.
        Artillery = "artillery",
    }
}

/// Section 13: rolls up a force: an army corps where there are several divisions, else a division.
pub fn random_force<U: Referee>(book: &Book, request: &MusterRequest, umpire: &mut U) -> Ruling<Roster, U> {
    let mut refusal = Refusal::new();
    refusal.unless(request.is_within_the_war(), "year", BY_STR_TABLE, || {
        "the war lasted from 1861 to 1865, and months are 1 to 12".to_owned()
    });
    refusal.verdict()?;
    umpire.cite(BY_RND_TABLE);
    let mut muster = Muster { book, request, brigades: 0, regiments: 0, batteries: 0 };
    let count = dice(book, ForceItem::Brigades, BY_RND_BRIGADES, umpire)?;
    let per_division = umpire.read(book.tables.limits.at(Limit::BrigadesPerDivision)).max(1);
    let mut divisions: Vec<RosterCommand> = Vec::new();
    for index in 0..count {
        if index % per_division == 0 {
            let number = index / per_division + 1;
            divisions.push(unled(format!("{} Division", ordinal(number)), Level::Division));
        }
        let brigade = muster.brigade(umpire)?;
        if let Some(division) = divisions.last_mut() {
            division.commands.push(brigade);
        }
    }
    for division in &mut divisions {
        division.leader = Some(muster.leader(&division.name, umpire)?);
        umpire.cite(BY_RND_DIVART);
        division.units = muster.guns(ForceItem::DivisionArtillery, false, umpire)?;
    }
    let command = match divisions.pop() {
        Some(only) if divisions.is_empty() => only,
        last => {
            // RULING: several divisions are led by a corps commander, who is rolled for last.
            let mut corps = unled("Corps".to_owned(), Level::Corps);
            corps.leader = Some(muster.leader(&corps.name, umpire)?);
            corps.commands = divisions;
            corps.commands.extend(last);
            corps
        }
    };
    Ok(Roster { side: request.side, year: request.year, command })
}

fn unled(name: String, level: Level) -> RosterCommand {
    RosterCommand { name, level: level.name().to_owned(), ..RosterCommand::default() }
}

/// As many as the dice of a line of the chart show.
fn dice<U: Referee>(book: &Book, item: ForceItem, rule: engine::Rule, umpire: &mut U) -> Ruling<u16, U> {
    let dice = umpire.read(book.tables.muster.dice.at(item)).unwrap_or_default();
    Ok(umpire.sum(dice, Die::D6, rule)?.max(0) as u16)
}

/// The force while it is being made.
struct Muster<'a> {
    book: &'a Book,
    request: &'a MusterRequest,
    brigades: u16,
    regiments: u16,
    batteries: u16,
}

impl Muster<'_> {
    fn brigade<U: Referee>(&mut self, umpire: &mut U) -> Ruling<RosterCommand, U> {
        self.brigades += 1;
        let count = dice(self.book, ForceItem::Regiments, BY_RND_REGIMENTS, umpire)?;
        // SL-57: the first brigade is infantry; any other may be cavalry.
        let face = self.book.limit(Limit::CavalryFace) as i16;
        let cavalry = self.brigades > 1 && umpire.d6(BY_RND_REGIMENTS)? == face;
        let kind = if cavalry { "Cavalry Brigade" } else { "Brigade" };
        let mut brigade = unled(format!("{} {kind}", ordinal(self.brigades)), Level::Brigade);
        brigade.leader = Some(self.leader(&brigade.name, umpire)?);
        for _ in 0..count {
            brigade.units.push(self.regiment(cavalry, umpire)?);
        }
        umpire.cite(BY_RND_BDEART);
        brigade.units.extend(self.guns(ForceItem::BrigadeArtillery, cavalry, umpire)?);
        Ok(brigade)
    }

    fn leader<U: Referee>(&self, command: &str, umpire: &mut U) -> Ruling<RosterLeader, U> {
        let kind = find_leader(self.book, umpire)?;
        let rating = umpire.read(self.book.tables.morale.rating.at(kind));
        Ok(RosterLeader { name: format!("commander of {command}"), rating: format!("{kind} {rating:+}") })
    }

    fn regiment<U: Referee>(&mut self, cavalry: bool, umpire: &mut U) -> Ruling<RosterUnit, U> {
        self.regiments += 1;
        let figures = regiment_size(self.book, cavalry, umpire)?;
        let (arm, name) = if cavalry { (MusterArm::Cavalry, "Cavalry") } else { (MusterArm::Infantry, "Infantry") };
        let made = random_unit(self.book, self.request, arm, umpire)?;
        Ok(unit(format!("{} {name}", ordinal(self.regiments)), arm.name(), (figures, "figures"), figures, made))
    }

    /// SL-57: as many batteries as the chart gives a division or a brigade, horse artillery in cavalry brigades.
    fn guns<U: Referee>(&mut self, item: ForceItem, horse: bool, umpire: &mut U) -> Ruling<Vec<RosterUnit>, U> {
        let book = self.book;
        let count = umpire.read(book.tables.muster.fixed.at(item)).unwrap_or_default();
        let limit = match self.request.side {
            Side::Union => Limit::GunsUnion,
            Side::Confederate => Limit::GunsConfederate,
        };
        let guns = umpire.read(book.tables.limits.at(limit));
        let crew = guns.saturating_mul(book.tables.turn.figures_per_stand.at(StandKind::ArtilleryCrew).value);
        let (arm, name) = if horse { ("horse-artillery", "Horse Battery") } else { ("artillery", "Battery") };
        let mut batteries = Vec::new();
        for _ in 0..count {
            self.batteries += 1;
            let made = random_unit(book, self.request, MusterArm::Artillery, umpire)?;
            batteries.push(unit(format!("{name} {}", self.batteries), arm, (guns, "gun models"), crew, made));
        }
        Ok(batteries)
    }
}

/// A line of the roster; its boxes are figures, of a battery those of its crew.
fn unit(
    name: String,
    arm: &str,
    (size, measure): (u16, &str),
    boxes: u16,
    (weapon, grade): (Weapon, Grade),
) -> RosterUnit {
    RosterUnit {
        name,
        arm: arm.to_owned(),
        size,
        measure: measure.to_owned(),
        weapon: weapon.name().to_owned(),
        quality: grade.name().to_owned(),
        boxes,
    }
}

/// RD-07: the printed size, or so many stands as two dice show.
fn regiment_size<U: Referee>(book: &Book, cavalry: bool, umpire: &mut U) -> Ruling<u16, U> {
    let (item, rule, stand) = match cavalry {
        true => (ForceItem::CavalrySize, BY_RND_CAVSIZE, StandKind::Cavalry),
        false => (ForceItem::InfantrySize, BY_RND_INFSIZE, StandKind::Infantry),
    };
    umpire.cite(rule);
    if !book.switches.rolled_regiments {
        return Ok(umpire.read(book.tables.muster.fixed.at(item)).unwrap_or_default());
    }
    let stands = dice(book, item, rule, umpire)?;
    Ok(stands.saturating_mul(umpire.read(book.tables.turn.figures_per_stand.at(stand))))
}

/// One d10 gives a unit its weapon, with the modifiers, and its Elan, without them.
pub fn random_unit<U: Referee>(
    book: &Book,
    request: &MusterRequest,
    arm: MusterArm,
    umpire: &mut U,
) -> Ruling<(Weapon, Grade), U> {
    let tables = &book.tables.muster;
    umpire.cite(BY_WPN_TABLE);
    let die = umpire.d10(BY_WPN_ROLL)?;
    let modifiers = weapon_modifiers(book, request, arm);
    let (least, most) = Die::D10.span();
    // SL-58: held within the chart.
    let row = (die + umpire.apply(&modifiers)).clamp(least.into(), most.into());
    cite_row(&WEAPON_ROWS, row, umpire);
    cite_row(&WEAPON_ROWS, die, umpire);
    let printed = umpire.read(tables.weapons.at(row, arm.index())?);
    let grade = umpire.read(tables.elan.at(die, 0)?).0;
    Ok((umpire.read(tables.names.at(printed)), grade))
}

/// RD-09: what changes the weapon die. 1863 itself changes nothing.
fn weapon_modifiers(book: &Book, request: &MusterRequest, arm: MusterArm) -> Modifiers {
    let tables = &book.tables.muster;
    let mut modifiers = Modifiers::new();
    let year = i32::from(request.year);
    let before = |row| tables.before.at(row).value.is_some_and(|first| year < i32::from(first));
    let after = |row| tables.after.at(row).value.is_some_and(|last| year > i32::from(last));
    modifiers.add_if(before(WeaponDie::Pre1863), BY_WPN_MOD_PRE1863, || tables.modifiers.at(WeaponDie::Pre1863));
    let late_union = request.side == Side::Union && after(WeaponDie::UnionAfter1863);
    modifiers.add_if(late_union, BY_WPN_MOD_UNION, || tables.modifiers.at(WeaponDie::UnionAfter1863));
    let rebel_guns = request.side == Side::Confederate && arm == MusterArm::Artillery;
    modifiers.add_if(rebel_guns, BY_WPN_MOD_CSAART, || tables.modifiers.at(WeaponDie::CsaArtillery));
    modifiers
}

fn ordinal(number: u16) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}
