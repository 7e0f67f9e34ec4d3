//! Fire of one stand at another (P11, P13, P16).

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling, Side, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pool as throw;
use super::pools::{Pool, Shot, dice_of, fire_pools, gun_reach, no_fire_out_of, reach, town_fire_dice};
use super::saves::{Attack, Victim, Wounds, save, throws_against};
use crate::charts::{Gun, Kind, Level, Limit, Terrain, Weapon};
use crate::leaders::commander_roll;
use crate::rules::*;
use crate::terrain::check_occupant;
use crate::unit::{Construction, Stand, check_stand};
use crate::{Book, Event, Referee};

/// The stand that is fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The stand.
    pub stand: Stand,
    /// The terrain it is in, or the works it is at.
    #[serde(default)]
    pub terrain: Terrain,
    /// What the building is made of, where it is in one.
    #[serde(default)]
    pub construction: Construction,
    /// No stand within a base width on either side (skirmishers).
    #[serde(default)]
    pub open_order: bool,
    /// The fire crosses the works it is at.
    #[serde(default)]
    pub across_works: bool,
}

impl Target {
    /// A stand in the open.
    pub const fn of(stand: Stand) -> Self {
        Target {
            stand,
            terrain: Terrain::Clear,
            construction: Construction::Wooden,
            open_order: false,
            across_works: false,
        }
    }
}

/// One stand fires at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireSituation {
    /// The side that fires.
    pub side: Side,
    /// Whether it is the firing side's own player turn.
    #[serde(default = "yes")]
    pub phasing: bool,
    /// The stand that fires; not in contact.
    pub firer: Stand,
    /// The terrain it is in.
    #[serde(default)]
    pub firer_terrain: Terrain,
    /// Dice it has thrown this player turn through other sides of the town block it holds.
    #[serde(default)]
    pub town_dice_used: u8,
    /// Inches from its front edge to the target's base.
    pub distance: Decimal,
    /// The stand it fires at, in its arc and sight.
    pub target: Target,
}

fn yes() -> bool {
    true
}

/// What fire did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FireOutcome {
    /// Dice thrown to hit.
    pub dice: u8,
    /// Strength points the target lost.
    pub casualties: u8,
    /// Strength points it has left; without any it is eliminated.
    pub sp: u8,
    /// Inches that cavalry retreats for its throws.
    pub retreat_inches: Decimal,
    /// Whether the army commander with it was killed.
    pub commander_killed: bool,
}

/// P11 as a procedure of its own.
pub struct Fire;

impl Procedure for Fire {
    type Book = Book;
    type Situation = FireSituation;
    type Outcome = FireOutcome;

    const NAME: &'static str = "fire";
    const CHAPTER: &'static str = "Combat";
    const SUMMARY: &'static str = "One stand fires at another: dice, hits, saving throws, casualties.";

    fn examples() -> Vec<(&'static str, FireSituation)> {
        examples()
    }

    fn check(book: &Book, situation: &FireSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stand(book, &mut refusal, "firer", &situation.firer);
        check_stand(book, &mut refusal, "target.stand", &situation.target.stand);
        let (firer, terrain) = (&situation.firer, situation.firer_terrain);
        check_firer(book, &mut refusal, ("firer", firer), ("firer_terrain", terrain));
        check_range(book, &mut refusal, "distance", firer, situation.distance);
        let target = &situation.target;
        check_occupant(book, &mut refusal, "target.terrain", &target.stand, target.terrain);
        check_occupant(book, &mut refusal, "firer_terrain", firer, terrain);
        check_used(book, &mut refusal, "town_dice_used", situation.town_dice_used, firer, terrain);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &FireSituation, umpire: &mut U) -> Ruling<FireOutcome, U> {
        umpire.cite(VB_COM_BOTH);
        let target = &situation.target;
        let shot = Shot {
            firer: situation.firer,
            firer_terrain: situation.firer_terrain,
            distance: situation.distance,
            phasing: situation.phasing,
            terrain: target.terrain,
            construction: target.construction,
            town_dice_used: situation.town_dice_used,
        };
        let victim =
            Victim { stand: target.stand, terrain: target.terrain, open_order: target.open_order, in_melee: false };
        let (dice, wounds) = shoot(book, 0, &shot, target.across_works, &victim, umpire)?;
        let (casualties, opted) = save(book, situation.side.enemy(), 1, wounds, umpire)?;
        let casualties = casualties.min(target.stand.sp);
        umpire.tell(|| Event::Lost { stand: 2, casualties });
        let commander_killed = casualties > 0 && target.stand.army_commander && commander_roll(book, umpire)?;
        let retreat_inches = book.limit(Limit::SaveRetreat).times(opted.into());
        Ok(FireOutcome { dice, casualties, sp: target.stand.sp - casualties, retreat_inches, commander_killed })
    }

    fn line(outcome: &FireOutcome) -> String {
        let FireOutcome { dice, casualties, sp, retreat_inches, commander_killed } = outcome;
        let back = match retreat_inches.is_zero() {
            true => String::new(),
            false => format!(", {} back", counted(retreat_inches, "inch", "inches")),
        };
        let killed = if *commander_killed { ", the army commander killed" } else { "" };
        format!("{}: {casualties} SP lost, {sp} left{back}{killed}", counted(dice, "die", "dice"))
    }
}

/// Throws one stand's fire; gives its dice and the wounds of the target.
pub(super) fn shoot<U: Referee>(
    book: &Book,
    number: u16,
    shot: &Shot,
    across: bool,
    victim: &Victim,
    umpire: &mut U,
) -> Ruling<(u8, Wounds), U> {
    let pools = fire_pools(book, shot, umpire)?;
    let dice = dice_of(&pools);
    Ok((dice, throw_pools(book, number, shot, &pools, across, victim, umpire)?))
}

/// Throws the dice of one stand's fire; gives the wounds of the target.
pub(super) fn throw_pools<U: Referee>(
    book: &Book,
    number: u16,
    shot: &Shot,
    pools: &[Pool],
    across: bool,
    victim: &Victim,
    umpire: &mut U,
) -> Ruling<Wounds, U> {
    let mut wounds = Wounds::default();
    for pool in pools {
        let hits = throw(pool.dice, pool.needed, pool.rule, umpire)?;
        umpire.tell(|| Event::Attacked { stand: number + 1, dice: pool.dice, needed: pool.needed, hits });
        let attack = Attack { stand: shot.firer, fire: Some((pool.arms, pool.band)), across };
        wounds.add(hits, throws_against(book, &attack, victim, umpire));
    }
    Ok(wounds)
}

/// P11 step 1: who may not fire at all, and where nobody may.
pub(super) fn check_firer(book: &Book, refusal: &mut Refusal, firer: (&str, &Stand), ground: (&str, Terrain)) {
    let ((field, stand), (terrain_field, terrain)) = (firer, ground);
    let place = |name: &str| format!("{field}.{name}");
    refusal.unless(stand.level != Level::Rout, &place("level"), VB_ROUT_HELPLESS, || {
        "a routed stand does not fire".to_owned()
    });
    refusal.unless(!stand.rallied, &place("rallied"), VB_RAL_NO_COMBAT, || {
        "a stand that rallied takes no part in the combat phase that follows".to_owned()
    });
    refusal.unless(!stand.limbered, &place("limbered"), VB_HOUSE_LIMBERED, || {
        "limbered artillery does not fire: unlimber first".to_owned()
    });
    refusal.unless(!stand.march_column, &place("march_column"), VB_MARCH_NO_FIRE, || {
        "a march column does not fire: reform first".to_owned()
    });
    if let Some(rule) = no_fire_out_of(book, stand, terrain) {
        refusal.unless(false, terrain_field, rule, || format!("{} does not fire out of a {terrain}", stand.kind));
    }
}

/// Refuses dice used through other sides by a stand that holds no town, or when none is left for this side.
pub(super) fn check_used(book: &Book, refusal: &mut Refusal, field: &str, used: u8, firer: &Stand, terrain: Terrain) {
    if used == 0 {
        return;
    }
    refusal.unless(terrain == Terrain::Town, field, VB_TER_TOWN_C_QUARTER, || {
        "only the occupier of a town block has sides to fight through".to_owned()
    });
    let total = town_fire_dice(book, firer);
    refusal.unless(used < total, field, VB_TER_TOWN_C_QUARTER, || {
        format!("no die is left for this side: it has {total} in all")
    });
}

/// Refuses fire beyond the reach of everything the stand has.
pub(super) fn check_range(book: &Book, refusal: &mut Refusal, field: &str, firer: &Stand, distance: Decimal) {
    refusal.unless(distance > Decimal::ZERO, field, VB_COM_CHOOSE, || {
        "stands that touch melee: fire goes farther than nothing".to_owned()
    });
    let arms = reach(book, firer);
    let gun = gun_reach(book, firer);
    let farthest = arms.map(|(inches, _)| inches).max(gun);
    let rule = match arms {
        Some((inches, rule)) if Some(inches) >= gun => rule,
        _ if gun.is_some() => VB_RNG_DEDICATED_GUN,
        _ => VB_DICE_CAV_BRIGADE,
    };
    refusal.unless(farthest.is_some_and(|inches| distance <= inches), field, rule, || match farthest {
        Some(inches) => format!("it reaches {inches} inches"),
        None => "it has nothing to fire with: mounted troops only fire a dedicated gun".to_owned(),
    });
}

fn examples() -> Vec<(&'static str, FireSituation)> {
    let brigade = Stand::brigade(Weapon::RifledMusket, 4, 4);
    let plain = FireSituation {
        side: Side::Union,
        phasing: true,
        firer: Stand { stationary: true, ..brigade },
        firer_terrain: Terrain::Clear,
        town_dice_used: 0,
        distance: Decimal::from_int(3),
        target: Target::of(brigade),
    };
    let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
    let at = |terrain| Target { terrain, ..Target::of(brigade) };
    vec![
        ("a steady volley of rifled muskets", plain),
        (
            "smoothbore guns at the edge of close range",
            FireSituation {
                firer: Stand { stationary: true, ..Stand::guns(Gun::SbField, 3, 4) },
                distance: Decimal::from_int(4),
                ..plain
            },
        ),
        (
            "repeaters and a dedicated gun at a brigade gone to ground",
            FireSituation {
                firer: Stand {
                    dedicated_gun: true,
                    stationary: true,
                    repeater: true,
                    ..Stand::brigade(Weapon::CartRifle, 4, 5)
                },
                target: Target {
                    terrain: Terrain::Forest,
                    ..Target::of(Stand {
                        gone_to_ground: true,
                        army_commander: true,
                        ..Stand::brigade(Weapon::CartRifle, 4, 4)
                    })
                },
                ..plain
            },
        ),
        (
            "a shaken brigade at skirmishers in a forest edge",
            FireSituation {
                firer: Stand { level: Level::TempDisorder, ..brigade },
                target: Target { terrain: Terrain::Forest, open_order: true, ..Target::of(skirmisher) },
                ..plain
            },
        ),
        (
            "a stone village under siege guns",
            FireSituation {
                firer: Stand { stationary: true, ..Stand::guns(Gun::SbSiege, 2, 4) },
                target: Target {
                    terrain: Terrain::Village,
                    construction: Construction::Stone,
                    open_order: true,
                    ..Target::of(skirmisher)
                },
                ..plain
            },
        ),
        (
            "guns at cavalry that may fall back",
            FireSituation {
                firer: Stand { stationary: true, ..Stand::guns(Gun::RifledField, 2, 4) },
                distance: Decimal::from_int(12),
                target: Target::of(Stand::cavalry(4, 5)),
                ..plain
            },
        ),
        (
            "a battery just unlimbered at skirmishers in broken ground",
            FireSituation {
                firer: Stand::guns(Gun::RifledField, 1, 4),
                target: Target { terrain: Terrain::BrokenGround, ..Target::of(skirmisher) },
                ..plain
            },
        ),
        (
            "smoothbores at a low wall",
            FireSituation {
                firer: Stand { stationary: true, ..Stand::brigade(Weapon::Smoothbore, 4, 4) },
                distance: Decimal::from_int(2),
                target: Target { terrain: Terrain::HastyWorks, across_works: true, ..Target::of(brigade) },
                ..plain
            },
        ),
        (
            "muskets at a stone town",
            FireSituation {
                target: Target { terrain: Terrain::Town, construction: Construction::Stone, ..Target::of(brigade) },
                ..plain
            },
        ),
        (
            "sharpshooters at unlimbered guns",
            FireSituation {
                firer: Stand { sharpshooter: true, ..skirmisher },
                target: Target::of(Stand::guns(Gun::SbField, 2, 4)),
                ..plain
            },
        ),
        (
            "heavy guns at a fort",
            FireSituation {
                firer: Stand { stationary: true, ..Stand::guns(Gun::RifledHeavy, 2, 4) },
                target: Target { terrain: Terrain::Fort, ..Target::of(brigade) },
                ..plain
            },
        ),
        (
            "siege guns off turn at a fortress, too far",
            FireSituation {
                phasing: false,
                firer: Stand::guns(Gun::SbSiege, 2, 4),
                distance: Decimal::from_int(12),
                target: Target { terrain: Terrain::Fortress, ..Target::of(brigade) },
                ..plain
            },
        ),
        (
            "muskets at a fort",
            FireSituation { target: Target { terrain: Terrain::Fort, ..Target::of(brigade) }, ..plain },
        ),
        (
            "guns off turn at a stone town",
            FireSituation {
                phasing: false,
                firer: Stand::guns(Gun::RifledField, 2, 4),
                target: Target { terrain: Terrain::Town, construction: Construction::Stone, ..Target::of(brigade) },
                ..plain
            },
        ),
        (
            "guns in an orchard",
            FireSituation { firer: Stand::guns(Gun::SbField, 2, 4), firer_terrain: Terrain::Orchard, ..plain },
        ),
        ("at a march column", FireSituation { target: Target::of(Stand { march_column: true, ..brigade }), ..plain }),
        (
            "a dedicated gun among horses at field works",
            FireSituation {
                firer: Stand { dedicated_gun: true, ..Stand::cavalry(4, 4) },
                target: Target { terrain: Terrain::FieldWorks, across_works: true, ..Target::of(brigade) },
                ..plain
            },
        ),
        (
            "reinforced cartridge carbines at a sunken road",
            FireSituation {
                firer: Stand { reinforcing: 2, ..Stand::brigade(Weapon::CartCarbine, 4, 4) },
                target: Target { terrain: Terrain::SunkenRoad, across_works: true, ..Target::of(brigade) },
                ..plain
            },
        ),
        (
            "dismounted cavalry at a brigade that rallied",
            FireSituation {
                firer: Stand { dismounted: true, stationary: true, ..Stand::cavalry(4, 4) },
                target: Target {
                    terrain: Terrain::Orchard,
                    ..Target::of(Stand { rallied: true, level: Level::PermDisorder, ..brigade })
                },
                ..plain
            },
        ),
        ("at a brigade in standing crops", FireSituation { target: at(Terrain::StandingCrops), ..plain }),
        ("at a brigade in a marsh", FireSituation { target: at(Terrain::Marsh), ..plain }),
        ("at a brigade on a road", FireSituation { target: at(Terrain::Road), ..plain }),
        ("at a brigade behind a line of trees", FireSituation { target: at(Terrain::TreeLine), ..plain }),
        (
            "at skirmishers in a swamp",
            FireSituation { target: Target { terrain: Terrain::Swamp, ..Target::of(skirmisher) }, ..plain },
        ),
        (
            "siege guns at a fortress",
            FireSituation {
                firer: Stand::guns(Gun::RifledSiege, 2, 4),
                distance: Decimal::from_int(12),
                target: at(Terrain::Fortress),
                ..plain
            },
        ),
        ("at a routed brigade", FireSituation { target: Target::of(Stand { level: Level::Rout, ..brigade }), ..plain }),
        (
            "out of the second side of a town",
            FireSituation { firer_terrain: Terrain::Town, town_dice_used: 2, ..plain },
        ),
    ]
}
