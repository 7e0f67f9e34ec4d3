//! Random forces (P13): one d10 a regiment, average dice for the size of everything.

use engine::book::{MusterRequest, Roster, RosterCommand, RosterLeader, RosterUnit};
use engine::chart::{CellValue, ChartSet, Grid, Key, Lines};
use engine::{Asks, Die, Fault, Looked, Modifiers, Refusal, Ruling, Side, keys};

use crate::charts::{Grade, StandKind, Weapon};
use crate::rules::*;
use crate::{Book, Referee};

keys! {
    /// A line of the chart of random forces.
    pub enum Item {
        /// Brigades a side.
        Brigades = "brigades",
        /// Regiments a brigade.
        Regiments = "regiments",
        /// Stands of an infantry regiment.
        InfantrySize = "infantry-size",
        /// Stands of a cavalry regiment.
        CavalrySize = "cavalry-size",
        /// Gun stands of a division.
        DivisionArtillery = "division-artillery",
        /// Gun stands of a brigade.
        BrigadeArtillery = "brigade-artillery",
    }
}

keys! {
    /// A modifier of the dice for random forces.
    pub enum GenerationModifier {
        /// Weapons before 1863.
        Pre1863 = "pre-1863",
        /// Morale early in the war.
        Early = "early-war",
        /// Union morale in the middle of the war.
        Mid = "mid-war",
        /// Morale late in the war.
        Late = "late-war",
        /// Confederate artillery types.
        CsaArtillery = "csa-artillery",
    }
}

keys! {
    /// When in the war, for the optional morale modifier.
    pub enum Period {
        /// The rule is not used.
        Off = "off",
        /// Early.
        Early = "early",
        /// In the middle.
        Mid = "mid",
        /// Late.
        Late = "late",
    }
}

/// How many: so many dice, and something added; written `1AV + 1 per division`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HowMany {
    dice: u8,
    die: Die,
    plus: i16,
}

impl CellValue for HowMany {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || "write it like 1AV, 2d6, 1d3 per brigade or 1AV + 1 per division".to_owned();
        let (roll, rest) = text.split_once(' ').unwrap_or((text, ""));
        let kinds = [("AV", Die::Average), ("d6", Die::D6), ("d3", Die::D3), ("d10", Die::D10)];
        let read = |(suffix, die)| Some((roll.strip_suffix(suffix)?.parse().ok()?, die));
        let (dice, die) = kinds.into_iter().find_map(read).ok_or_else(wrong)?;
        let plus = match rest.strip_prefix("+ ") {
            Some(added) => added.split(' ').next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?,
            None => 0,
        };
        if (1..=4).contains(&dice) { Ok(HowMany { dice, die, plus }) } else { Err(wrong()) }
    }
}

/// A fixed size, written `10` or `2 per brigade`; `none` where dice must be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed(Option<u16>);

impl CellValue for Fixed {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Fixed(None));
        }
        let number = text.split(' ').next().and_then(|number| number.parse().ok());
        number.map(|number| Fixed(Some(number))).ok_or_else(|| "write none, 10 or 2 per brigade".to_owned())
    }
}

impl CellValue for Weapon {
    fn parse(text: &str) -> Result<Self, String> {
        Weapon::named(text)
    }
}

/// The charts and switches of this chapter.
#[derive(Clone, Debug)]
pub struct MusterTables {
    rolls: Lines<Item, HowMany>,
    fixed: Lines<Item, Fixed>,
    weapons: Grid<Weapon>,
    morale: Grid<Grade>,
    modifiers: Lines<GenerationModifier, i16>,
    period: Period,
    csa_artillery_type: bool,
    rolled_sizes: bool,
    separate_dice: bool,
}

impl MusterTables {
    pub(crate) fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let forces = charts.chart("random-forces")?;
        let made = charts.chart("weapons-and-morale")?;
        let switches = charts.switches();
        let period = switches.choice("optional-morale")?;
        Ok(MusterTables {
            rolls: Lines::open(forces, "id", "roll")?,
            fixed: Lines::open(forces, "id", "fixed")?,
            weapons: Grid::open_columns(made, &["infantry", "cavalry", "artillery"])?,
            morale: Grid::open_columns(made, &["morale"])?,
            modifiers: Lines::open(charts.chart("generation-modifiers")?, "id", "value")?,
            period: Period::named(period).map_err(|reason| Fault::of_file("switches", reason))?,
            csa_artillery_type: switches.on("csa-artillery-type")?,
            rolled_sizes: switches.choice("regiment-size")? == "rolled",
            separate_dice: switches.on("separate-dice")?,
        })
    }
}

/// What a unit of the force is, for its line of the chart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Infantry,
    Cavalry,
    Artillery,
}

/// A whole force. S 17: from four brigades on there are two divisions under a corps, and the last brigade is cavalry.
pub(crate) fn random_force<U: Referee>(book: &Book, request: &MusterRequest, umpire: &mut U) -> Ruling<Roster, U> {
    let mut refusal = Refusal::new();
    refusal.unless(request.is_within_the_war(), "year", SE_RAND_TABLE, || {
        "the war lasted from 1861 to 1865, and months are 1 to 12".to_owned()
    });
    refusal.verdict()?;
    umpire.cite(SE_RAND_TABLE);
    let brigades = how_many(book, Item::Brigades, SE_RAND_BRIGADES, umpire)?;
    let mut muster = Muster { book, request, regiments: 0, batteries: 0 };
    let two_divisions = brigades >= 4;
    let first_division = if two_divisions { brigades.div_ceil(2) } else { brigades };
    let mut divisions = Vec::new();
    for (number, range) in [(1, 1..=first_division), (2, first_division + 1..=brigades)] {
        if range.is_empty() {
            continue;
        }
        let mut division = headquarters(format!("{} Division", ordinal(number)), "division", 2);
        for brigade in range {
            let cavalry = two_divisions && brigade == brigades;
            division.commands.push(muster.brigade(brigade, cavalry, umpire)?);
        }
        let guns = how_many(book, Item::DivisionArtillery, SE_RAND_DIVART, umpire)?;
        muster.guns(guns, &mut division, umpire)?;
        divisions.push(division);
    }
    let command = match divisions.pop() {
        Some(only) if divisions.is_empty() => only,
        last => {
            let mut corps = headquarters("Corps".to_owned(), "corps", 3);
            corps.commands = divisions;
            corps.commands.extend(last);
            corps
        }
    };
    Ok(Roster { side: request.side, year: request.year, command })
}

fn headquarters(name: String, level: &str, rating: u8) -> RosterCommand {
    let leader = RosterLeader { name: format!("commander of {name}"), rating: format!("{rating}/{rating}") };
    RosterCommand { name, level: level.to_owned(), leader: Some(leader), ..RosterCommand::default() }
}

/// A roll of the chart of random forces.
fn how_many<U: Referee>(book: &Book, item: Item, rule: engine::Rule, umpire: &mut U) -> Ruling<u16, U> {
    let HowMany { dice, die, plus } = umpire.read(book.muster.rolls.at(item));
    let rolled = umpire.sum(dice, die, rule)?;
    Ok((rolled + plus).max(0) as u16)
}

/// The force while it is being made.
struct Muster<'a> {
    book: &'a Book,
    request: &'a MusterRequest,
    regiments: u16,
    batteries: u16,
}

impl Muster<'_> {
    fn brigade<U: Referee>(&mut self, number: u16, cavalry: bool, umpire: &mut U) -> Ruling<RosterCommand, U> {
        let arm = if cavalry { "Cavalry Brigade" } else { "Brigade" };
        let mut brigade = headquarters(format!("{} {arm}", ordinal(number)), "brigade", 1);
        let regiments = how_many(self.book, Item::Regiments, SE_RAND_REGIMENTS, umpire)?;
        for _ in 0..regiments {
            let unit = self.regiment(if cavalry { Kind::Cavalry } else { Kind::Infantry }, umpire)?;
            brigade.units.push(unit);
        }
        let guns = self.size(Item::BrigadeArtillery, SE_RAND_BDEART, umpire)?;
        self.guns(guns, &mut brigade, umpire)?;
        Ok(brigade)
    }

    fn regiment<U: Referee>(&mut self, kind: Kind, umpire: &mut U) -> Ruling<RosterUnit, U> {
        self.regiments += 1;
        let (item, rule, arm) = match kind {
            Kind::Cavalry => (Item::CavalrySize, SE_RAND_CAV, "cavalry"),
            Kind::Infantry | Kind::Artillery => (Item::InfantrySize, SE_RAND_INF, "infantry"),
        };
        let stands = self.size(item, rule, umpire)?;
        let name = format!("{} {}", ordinal(self.regiments), if arm == "cavalry" { "Cavalry" } else { "Infantry" });
        self.unit(kind, name, arm, stands, umpire)
    }

    /// Gun stands in twos; an odd last one stands alone. Each has its own die.
    fn guns<U: Referee>(&mut self, guns: u16, command: &mut RosterCommand, umpire: &mut U) -> Ruling<(), U> {
        let mut left = guns;
        while left > 0 {
            let stands = left.min(2);
            left -= stands;
            self.batteries += 1;
            let name = format!("Section {}", self.batteries);
            command.units.push(self.unit(Kind::Artillery, name, "artillery", stands, umpire)?);
        }
        Ok(())
    }

    /// The fixed size, or dice where the table likes them better.
    fn size<U: Referee>(&mut self, item: Item, rule: engine::Rule, umpire: &mut U) -> Ruling<u16, U> {
        match self.book.muster.fixed.at(item) {
            Looked { value: Fixed(Some(size)), cell } if !self.book.muster.rolled_sizes => {
                umpire.cite(rule);
                umpire.look(cell);
                Ok(size)
            }
            _ => how_many(self.book, item, rule, umpire),
        }
    }

    /// S 18: one d10 serves weapon and morale; each modifier touches only its own.
    fn unit<U: Referee>(
        &mut self,
        kind: Kind,
        name: String,
        arm: &str,
        stands: u16,
        umpire: &mut U,
    ) -> Ruling<RosterUnit, U> {
        let tables = &self.book.muster;
        let die = umpire.d10(SE_RAND_WM_TABLE)?;
        let weapon_die = clamp(die + umpire.apply(&self.weapon_modifiers(kind)));
        let (column, rule) = match kind {
            Kind::Infantry => (0, SE_RAND_INF_WEAPON),
            Kind::Cavalry => (1, SE_RAND_CAV_WEAPON),
            Kind::Artillery => (2, SE_RAND_ART_WEAPON),
        };
        umpire.cite(rule);
        let weapon = umpire.read(tables.weapons.at(weapon_die, column)?);
        let die = if tables.separate_dice { umpire.d10(SE_RAND_WM_TABLE)? } else { die };
        let morale_die = clamp(die + umpire.apply(&self.morale_modifiers()));
        umpire.cite(SE_RAND_MORALE);
        let grade = umpire.read(tables.morale.at(morale_die, 0)?);
        let stand = match kind {
            Kind::Infantry => StandKind::Infantry,
            Kind::Cavalry => StandKind::Cavalry,
            Kind::Artillery => StandKind::ArtilleryCrew,
        };
        let boxes = stands * self.book.tables.hits_per_stand.at(stand).value;
        Ok(RosterUnit {
            name,
            arm: arm.to_owned(),
            size: stands,
            measure: "stands".to_owned(),
            weapon: weapon.name().to_owned(),
            quality: grade.name().to_owned(),
            boxes,
        })
    }

    fn weapon_modifiers(&self, kind: Kind) -> Modifiers {
        let tables = &self.book.muster;
        let mut modifiers = Modifiers::new();
        let pre_1863 = self.request.year < FIRST_YEAR_OF_NEW_WEAPONS;
        modifiers.add_if(pre_1863, SE_RAND_WM_PRE1863, || tables.modifiers.at(GenerationModifier::Pre1863));
        let csa = self.request.side == Side::Confederate && kind == Kind::Artillery && tables.csa_artillery_type;
        modifiers.add_if(csa, SE_RAND_OPT_CSAART, || tables.modifiers.at(GenerationModifier::CsaArtillery));
        modifiers
    }

    fn morale_modifiers(&self) -> Modifiers {
        let tables = &self.book.muster;
        let mut modifiers = Modifiers::new();
        match tables.period {
            Period::Off => {}
            Period::Early => modifiers.add(SE_RAND_OPT_EARLY, tables.modifiers.at(GenerationModifier::Early)),
            Period::Mid => modifiers.add_if(self.request.side == Side::Union, SE_RAND_OPT_MID, || {
                tables.modifiers.at(GenerationModifier::Mid)
            }),
            Period::Late => modifiers.add(SE_RAND_OPT_LATE, tables.modifiers.at(GenerationModifier::Late)),
        }
        modifiers
    }
}

/// The year in the heading of the `pre-1863` modifier.
const FIRST_YEAR_OF_NEW_WEAPONS: u16 = 1863;

/// A modified die stays on the chart.
fn clamp(die: i16) -> i16 {
    let (low, high) = Die::D10.span();
    die.clamp(low.into(), high.into())
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
