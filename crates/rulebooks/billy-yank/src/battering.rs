//! Fire at walls and ships: points add up, no die is rolled (sections 12.3 and 12.5).

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Refusal, Rule, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Armour, Fort, Hull, IfAny, Limit, ShipClass, SmallArms, Weapon, WeaponClass};
use crate::citations::{fort_rule, ship_rule, weapon_rule};
use crate::fire::{firepower, reaches};
use crate::rules::*;
use crate::unit::FIGURES_MAX;
use crate::{Book, Event, Referee};

/// LIMIT: bodies that fire at one wall section or ship in a turn.
const GUNNERS_MAX: usize = 8;
/// LIMIT: points of damage that are kept.
const DAMAGE_MAX: i32 = 10_000;

/// Guns or muskets that fire at a wall section or a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gunners {
    /// What they fire.
    pub weapon: Weapon,
    /// Gun models or figures that fire, those silenced by Disorder left out.
    pub figures: u16,
    /// The range in metres.
    pub range_m: u16,
}

fn check_gunners(book: &Book, refusal: &mut Refusal, gunners: &[Gunners], (damage, rule): (Decimal, Rule)) {
    refusal.unless((1..=GUNNERS_MAX).contains(&gunners.len()), "gunners", BY_FP_TABLE, || {
        format!("1 to {GUNNERS_MAX} bodies fire")
    });
    let possible = damage >= Decimal::ZERO && damage <= Decimal::from_int(DAMAGE_MAX);
    refusal.unless(possible, "damage", rule, || format!("damage is 0 to {DAMAGE_MAX} points"));
    for (index, gunner) in gunners.iter().enumerate() {
        let field = |name: &str| format!("gunners[{index}].{name}");
        refusal.unless((1..=FIGURES_MAX).contains(&gunner.figures), &field("figures"), BY_FP_TABLE, || {
            format!("1 to {FIGURES_MAX} fire")
        });
        let near = gunner.range_m >= 1 && reaches(book, gunner.weapon, gunner.range_m);
        refusal.unless(near, &field("range_m"), weapon_rule(gunner.weapon), || {
            format!("a {} has no points at {} metres", gunner.weapon, gunner.range_m)
        });
    }
}

/// All points of those whose fire counts.
fn total_points<U: Referee>(
    book: &Book,
    gunners: &[Gunners],
    counts: impl Fn(Weapon) -> bool,
    umpire: &mut U,
) -> Ruling<Decimal, U> {
    let mut total = Decimal::ZERO;
    for gunner in gunners.iter().filter(|gunner| counts(gunner.weapon)) {
        total = total + firepower(book, gunner.weapon, gunner.range_m, gunner.figures, umpire)?;
    }
    umpire.tell(|| Event::Battered { points: total });
    Ok(total)
}

/// How many more turns of the same fire bring the damage to this value.
fn turns_to(value: u16, damage: Decimal, points: Decimal) -> Option<u16> {
    let left = Decimal::from_int(value.into()) - damage;
    if left <= Decimal::ZERO {
        return Some(0);
    }
    if points <= Decimal::ZERO {
        return None;
    }
    u16::try_from(
        left.thousandths().div_euclid(points.thousandths()) + i32::from(left.thousandths() % points.thousandths() > 0),
    )
    .ok()
}

/// Fire at one section of a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WallSituation {
    /// The wall, or the fort whose wall it is.
    pub wall: Fort,
    /// Points the section has taken so far.
    #[serde(default)]
    pub damage: Decimal,
    /// Who fires at it this turn.
    pub gunners: Vec<Gunners>,
}

/// The section afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct WallOutcome {
    /// Points of this turn.
    pub points: Decimal,
    /// Points in all.
    pub damage: Decimal,
    /// Whether it is breached.
    pub breached: bool,
    /// How many more turns of the same fire breach it.
    pub turns_left: Option<u16>,
}

/// 12.3 as a procedure.
pub struct BatterWall;

impl Procedure for BatterWall {
    type Book = Book;
    type Situation = WallSituation;
    type Outcome = WallOutcome;

    const NAME: &'static str = "batter-wall";
    const CHAPTER: &'static str = "Engineering";
    const SUMMARY: &'static str = "Guns fire at one section of a wall: when is it breached?";

    fn examples() -> Vec<(&'static str, WallSituation)> {
        let rifles = Gunners { weapon: Weapon::ThirtyPounderRifle, figures: 3, range_m: 800 };
        let mut examples = vec![(
            "thirty-pounders batter a palisade",
            WallSituation { wall: Fort::PalisadeWall, damage: Decimal::from_int(198), gunners: vec![rifles] },
        )];
        let walled = [
            (Fort::Blockhouse, "a blockhouse"),
            (Fort::Stockade, "a stockade"),
            (Fort::Redoubt, "a redoubt"),
            (Fort::Fortress, "a fortress"),
            (Fort::RevetedWall, "a reveted wall"),
            (Fort::StoneWall, "a stone wall"),
        ];
        examples.extend(
            walled.map(|(wall, name)| (name, WallSituation { wall, damage: Decimal::ZERO, gunners: vec![rifles] })),
        );
        examples
    }

    fn check(book: &Book, situation: &WallSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_gunners(book, &mut refusal, &situation.gunners, (situation.damage, BY_FORT_TABLE));
        let value = book.tables.ground.wall_points.at(situation.wall).value.0;
        let stands = value.is_none_or(|value| situation.damage < Decimal::from_int(value.into()));
        refusal.unless(stands, "damage", fort_rule(situation.wall), || "this section is breached already".to_owned());
        let has_wall = value.is_some();
        refusal.unless(has_wall, "wall", fort_rule(situation.wall), || {
            format!("a {} has no wall to breach", situation.wall)
        });
        for (index, gunner) in situation.gunners.iter().enumerate() {
            let guns = book.tables.fire.class.at(gunner.weapon).value != WeaponClass::SmallArm;
            refusal.unless(guns, &format!("gunners[{index}].weapon"), fort_rule(situation.wall), || {
                "only artillery and ships batter a wall".to_owned()
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &WallSituation, umpire: &mut U) -> Ruling<WallOutcome, U> {
        umpire.cite(BY_FORT_TABLE);
        umpire.cite(fort_rule(situation.wall));
        if let IfAny(Some(wall)) = umpire.read(book.tables.ground.fort_wall.at(situation.wall)) {
            umpire.cite(fort_rule(wall));
        }
        let points = total_points(book, &situation.gunners, |_| true, umpire)?;
        let damage = situation.damage + points;
        let value = umpire.read(book.tables.ground.wall_points.at(situation.wall)).0.unwrap_or(u16::MAX);
        let turns_left = turns_to(value, damage, points);
        Ok(WallOutcome { points, damage, breached: turns_left == Some(0), turns_left })
    }

    fn line(outcome: &WallOutcome) -> String {
        match (outcome.breached, outcome.turns_left) {
            (true, _) => format!("breached ({})", counted(outcome.damage, "point", "points")),
            (_, Some(turns)) => {
                let turns = counted(turns, "more turn", "more turns");
                format!("{} in all; {turns} like this", counted(outcome.damage, "point", "points"))
            }
            (_, None) => format!("{} in all", counted(outcome.damage, "point", "points")),
        }
    }
}

keys! {
    /// How a ship fares.
    pub enum ShipStatus {
        /// Fit to sail and fight.
        Fit = "fit",
        /// At half speed.
        Damaged = "damaged",
        /// Adrift, with half its guns.
        Crippled = "crippled",
        /// Gone.
        Sunk = "sunk",
    }
}

/// RD-38: how a ship fares with so much damage.
pub(crate) fn status_of(hull: Hull, damage: Decimal) -> ShipStatus {
    let has = |value: u16| damage >= Decimal::from_int(value.into());
    match hull.stages {
        _ if has(hull.sinks) => ShipStatus::Sunk,
        Some((_, crippled)) if has(crippled) => ShipStatus::Crippled,
        Some((damaged, _)) if has(damaged) => ShipStatus::Damaged,
        _ => ShipStatus::Fit,
    }
}

/// The hull of a class with this armour, if there is such a ship.
pub(crate) fn hull_of(book: &Book, class: ShipClass, armour: Armour) -> Option<engine::Looked<Hull>> {
    let looked = book.tables.wide.hulls.at(class, armour.index()).ok()?;
    looked.value.0.map(|hull| looked.map(|_| hull))
}

/// Refuses a ship that was never built, or where the table plays without ships.
pub(crate) fn check_ship(book: &Book, refusal: &mut Refusal, class: ShipClass, armour: Armour) {
    refusal.unless(book.switches.ships, "class", BY_SHIP_TABLE, || "the switch ships is off".to_owned());
    refusal.unless(hull_of(book, class, armour).is_some(), "armour", ship_rule(class), || {
        format!("there is no {armour} {class}")
    });
}

/// Refuses a ship that has sunk.
pub(crate) fn check_afloat(
    book: &Book,
    refusal: &mut Refusal,
    (class, armour): (ShipClass, Armour),
    damage: Decimal,
) -> bool {
    let afloat = hull_of(book, class, armour).is_none_or(|hull| status_of(hull.value, damage) != ShipStatus::Sunk);
    refusal.unless(afloat, "damage", ship_rule(class), || "it has sunk".to_owned());
    afloat
}

/// Refuses more men on board than it carries.
pub(crate) fn check_load(book: &Book, refusal: &mut Refusal, class: ShipClass, load: u16) {
    let room = match class {
        ShipClass::Boat => book.limit(Limit::BoatLoad),
        ShipClass::Barge => book.limit(Limit::BargeLoad),
        _ => 0,
    };
    refusal.unless(load <= room, "load", ship_rule(class), || format!("it carries {room} figures"));
}

/// Fire at a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipTargetSituation {
    /// Its class.
    pub class: ShipClass,
    /// How it is protected.
    pub armour: Armour,
    /// Points it has taken so far.
    #[serde(default)]
    pub damage: Decimal,
    /// Figures on board.
    #[serde(default)]
    pub load: u16,
    /// Who fires at it this turn.
    pub gunners: Vec<Gunners>,
}

/// The ship afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ShipTargetOutcome {
    /// Points of this turn.
    pub points: Decimal,
    /// Points in all.
    pub damage: Decimal,
    /// How it fares.
    pub status: ShipStatus,
    /// How many more turns of the same fire sink it.
    pub turns_left: Option<u16>,
    /// Figures that go down with it.
    pub drowned: u16,
}

/// 12.5, fire at a ship, as a procedure.
pub struct FireAtShip;

impl Procedure for FireAtShip {
    type Book = Book;
    type Situation = ShipTargetSituation;
    type Outcome = ShipTargetOutcome;

    const NAME: &'static str = "fire-at-ship";
    const CHAPTER: &'static str = "Ships";
    const SUMMARY: &'static str = "Guns and muskets fire at a ship: damaged, crippled, sunk.";

    fn examples() -> Vec<(&'static str, ShipTargetSituation)> {
        let guns = Gunners { weapon: Weapon::Gunboat, figures: 3, range_m: 1_000 };
        let napoleons = Gunners { weapon: Weapon::TwelvePounderNapoleon, figures: 4, range_m: 850 };
        let muskets = Gunners { weapon: Weapon::RifledMusket, figures: 20, range_m: 200 };
        let of =
            |class, armour, gunners| ShipTargetSituation { class, armour, damage: Decimal::ZERO, load: 0, gunners };
        let mut examples = vec![
            (
                "a wooden gunboat between two fires",
                ShipTargetSituation {
                    damage: Decimal::from_int(40),
                    ..of(ShipClass::Gunboat, Armour::Wooden, vec![guns, napoleons])
                },
            ),
            ("muskets at a boat", of(ShipClass::Boat, Armour::Unarmoured, vec![muskets])),
            (
                "a laden barge",
                ShipTargetSituation { load: 40, ..of(ShipClass::Barge, Armour::Unarmoured, vec![muskets]) },
            ),
            ("a cutter", of(ShipClass::Cutter, Armour::Unarmoured, vec![guns])),
            ("a sloop", of(ShipClass::Sloop, Armour::Wooden, vec![guns])),
            ("muskets at a cottonclad steamer", of(ShipClass::Steamer, Armour::Cottonclad, vec![muskets])),
            ("a monitor", of(ShipClass::Monitor, Armour::Ironclad, vec![guns])),
        ];
        // Every line of the chart of firepower, as many at a time as may fire together.
        let close = |weapon: &Weapon| Gunners { weapon: *weapon, figures: 2, range_m: 25 };
        let all: Vec<Gunners> = Weapon::ALL.iter().map(close).collect();
        let names =
            ["pistols and muskets", "rifles and small guns", "smoothbores and howitzers", "heavier guns", "siege guns"];
        for (name, gunners) in names.into_iter().zip(all.chunks(GUNNERS_MAX)) {
            examples.push((name, of(ShipClass::Steamer, Armour::Unarmoured, gunners.to_vec())));
        }
        examples
    }

    fn check(book: &Book, situation: &ShipTargetSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_ship(book, &mut refusal, situation.class, situation.armour);
        check_gunners(book, &mut refusal, &situation.gunners, (situation.damage, BY_SHIP_TABLE));
        check_afloat(book, &mut refusal, (situation.class, situation.armour), situation.damage);
        check_load(book, &mut refusal, situation.class, situation.load);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ShipTargetSituation, umpire: &mut U) -> Ruling<ShipTargetOutcome, U> {
        let (class, armour) = (situation.class, situation.armour);
        umpire.cite(BY_SHIP_TABLE);
        umpire.cite(ship_rule(class));
        let Some(hull) = hull_of(book, class, armour) else {
            return Err(engine::Fault::of_file("ship-defense", format!("there is no {armour} {class}")).into());
        };
        let hull = umpire.read(hull);
        let hurt = match umpire.read(book.tables.wide.small_arms.at(class)) {
            SmallArms::Hurt => true,
            SmallArms::Harmless => false,
            SmallArms::HurtUnarmoured => armour == Armour::Unarmoured,
        };
        let counts = |weapon| hurt || book.tables.fire.class.at(weapon).value != WeaponClass::SmallArm;
        let points = total_points(book, &situation.gunners, counts, umpire)?;
        let damage = situation.damage + points;
        let status = status_of(hull, damage);
        let drowned = if status == ShipStatus::Sunk { situation.load } else { 0 };
        Ok(ShipTargetOutcome { points, damage, status, turns_left: turns_to(hull.sinks, damage, points), drowned })
    }

    fn line(outcome: &ShipTargetOutcome) -> String {
        let drowned = match outcome.drowned {
            0 => String::new(),
            drowned => format!(", {} drowned", counted(drowned, "figure", "figures")),
        };
        format!("{} with {}{drowned}", outcome.status, counted(outcome.damage, "point", "points"))
    }
}
