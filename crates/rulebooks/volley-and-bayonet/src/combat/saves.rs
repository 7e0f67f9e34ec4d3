//! Saving throws (P13).

use engine::{Asks, Ruling, Side};

use super::pool;
use super::pools::{Arms, Band};
use crate::charts::{Kind, Misc, SaveReason, Terrain};
use crate::questions::CAV_SAVE;
use crate::rules::*;
use crate::terrain::combat_rule;
use crate::unit::{Stand, is_disordered, is_works};
use crate::{Book, Event, Referee};

/// What a throw asks about the attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack {
    pub stand: Stand,
    /// What it fires with; nothing in melee.
    pub fire: Option<(Arms, Band)>,
    /// It comes across the works the target is at.
    pub across: bool,
}

/// What a throw asks about the target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Victim {
    pub stand: Stand,
    pub terrain: Terrain,
    pub open_order: bool,
    pub in_melee: bool,
}

/// Hits by the number of throws against each, and those of the unsaved that cavalry may opt to throw for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Wounds {
    pub by_throws: [u8; 3],
    pub optional: u8,
}

impl Wounds {
    /// Adds hits of an attack.
    pub fn add(&mut self, hits: u8, throws: Throws) {
        let class = usize::from(throws.count.min(2));
        self.by_throws[class] += hits;
        if throws.optional && class == 0 {
            self.optional += hits;
        }
    }

    /// All of them.
    pub fn total(&self) -> u8 {
        self.by_throws.iter().sum()
    }
}

/// The throws against one hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Throws {
    pub count: u8,
    pub optional: bool,
}

/// P13: one throw for any reason, however many there are (S54); going to ground adds one.
pub(crate) fn throws_against<U: Referee>(book: &Book, attack: &Attack, victim: &Victim, umpire: &mut U) -> Throws {
    umpire.cite(VB_SAVE_TABLE);
    let chart = &book.tables.saves_on;
    let mut reasoned = false;
    let mut reason = |holds: bool, row: SaveReason, rule, umpire: &mut U| {
        if holds {
            umpire.read(chart.at(row));
            umpire.cite(rule);
            reasoned = true;
        }
    };
    let fire = attack.fire.is_some();
    reason(is_disordered(attack.stand.level), SaveReason::FromDisordered, VB_SAVE_DISORDERED, umpire);
    let open = fire && victim.stand.is_skirmisher() && victim.open_order;
    reason(open, SaveReason::OpenSkirmisher, VB_SAVE_OPEN_SKIRMISHER, umpire);
    let heavy = matches!(attack.fire, Some((Arms::Guns(gun), _)) if gun.is_heavy_or_siege());
    let guns = fire && victim.stand.is_artillery() && !victim.stand.limbered && !heavy;
    reason(guns, SaveReason::OpenArtillery, VB_SAVE_OPEN_ARTILLERY, umpire);
    let shelter = terrain_saves(book, attack, victim, umpire);
    reason(shelter, SaveReason::Terrain, VB_SAVE_TERRAIN, umpire);
    let battery = attack.stand.kind == Kind::ArtBattery && !attack.stand.stationary;
    reason(battery, SaveReason::BatteryS, VB_SAVE_S, umpire);
    let mut count = u8::from(reasoned);
    if victim.stand.gone_to_ground && (fire || !book.switches.gtg_save_fire_only) {
        umpire.cite(VB_MSC_GTG_SAVE);
        let more = umpire.read(book.tables.misc.at(Misc::GroundSaves)).thousandths() / 1000;
        count += u8::try_from(more.clamp(0, 1)).unwrap_or_default();
    }
    // S55: mounted, under fire, not in contact.
    let optional = fire && victim.stand.is_mounted() && !victim.in_melee;
    Throws { count, optional }
}

/// What the terrain chart gives the target, with the exceptions of its notes.
fn terrain_saves<U: Referee>(book: &Book, attack: &Attack, victim: &Victim, umpire: &mut U) -> bool {
    let Some(cell) = book.tables.shelter.at(victim.terrain, victim.stand.column()) else { return false };
    let shelter = umpire.read(cell);
    umpire.cite(combat_rule(victim.terrain, victim.stand.column()));
    let siege = matches!(attack.fire, Some((Arms::Guns(gun), _)) if gun.is_siege());
    if shelter.fort {
        umpire.cite(VB_TER_FORT_C_ST);
        return !(siege && matches!(attack.fire, Some((_, Band::Close))));
    }
    if is_works(victim.terrain) && !attack.across {
        return false;
    }
    let works = matches!(victim.terrain, Terrain::FieldWorks | Terrain::SunkenRoad);
    if works && siege {
        return false;
    }
    if victim.terrain == Terrain::SunkenRoad && attack.fire.is_none() && attack.stand.is_foot() {
        return false;
    }
    let holds = match attack.fire {
        Some((Arms::Small, _)) => shelter.st || shelter.stf || shelter.sts,
        Some(_) => shelter.st || shelter.stf,
        None => shelter.st || shelter.stm,
    };
    if holds {
        let code = [(shelter.st, VB_TER_ABBR_ST), (shelter.stf, VB_TER_ABBR_STF), (shelter.sts, VB_TER_ABBR_STS)];
        for (_, rule) in code.into_iter().filter(|(given, _)| *given) {
            umpire.cite(rule);
        }
    }
    holds
}

/// P13: throws for all wounds of a stand; gives the casualties, and how many throws cavalry opted for.
pub(crate) fn save<U: Referee>(
    book: &Book,
    owner: Side,
    stand: u16,
    wounds: Wounds,
    umpire: &mut U,
) -> Ruling<(u8, u8), U> {
    let [plain, once, twice] = wounds.by_throws;
    let needed = |row| book.tables.saves_on.at(row).value.0;
    let mut casualties = plain;
    let mut opted = 0;
    if wounds.optional > 0 {
        opted = umpire.number(owner, &CAV_SAVE, Some(stand), 0, wounds.optional.into())? as u8;
        let saved = pool(opted, needed(SaveReason::CavalryOption), VB_SAVE_CAVALRY, umpire)?;
        casualties -= saved;
        umpire.tell(|| Event::Saved { stand: stand + 1, hits: opted, saved });
    }
    if once > 0 {
        let saved = pool(once, needed(SaveReason::Terrain), VB_SAVE_ROLL, umpire)?;
        casualties += once - saved;
        umpire.tell(|| Event::Saved { stand: stand + 1, hits: once, saved });
    }
    if twice > 0 {
        // All first throws, then the second ones of what they did not save.
        let first = pool(twice, needed(SaveReason::Terrain), VB_SAVE_ROLL, umpire)?;
        let second = pool(twice - first, needed(SaveReason::GoneToGround), VB_MSC_GTG_SAVE, umpire)?;
        casualties += twice - first - second;
        umpire.tell(|| Event::Saved { stand: stand + 1, hits: twice, saved: first + second });
    }
    Ok((casualties, opted))
}
