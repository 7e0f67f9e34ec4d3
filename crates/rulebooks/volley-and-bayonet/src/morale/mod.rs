//! 4 Morale: tests, levels, repulse and rout (P5 to P8, P10).
//!
//! [`modifiers`] lists what is added to a rating, [`secure`] says when infantry is safe from horse, [`mod@rout`] what a rout does and whom
//! it carries away, [`breakthrough`] what victorious cavalry may do. Not here: which stands stand in whose arc, and where a
//! rout ends; those need a map.

mod breakthrough;
mod examples;
mod modifiers;
mod rout;
mod secure;

use arrayvec::ArrayVec;
pub use breakthrough::{Breakthrough, BreakthroughOutcome, BreakthroughSituation, Met};
use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted};
pub(crate) use modifiers::{Tester, Threat, Touch, morale_modifiers};
pub use rout::{Follow, Friend, FriendOutcome, Rout, RoutCause, RoutOutcome, RoutPath, RoutSituation};
pub(crate) use rout::{plain_rout, rout};
use schemars::JsonSchema;
pub use secure::{CavalrySecure, Cover, EdgeCover, SecureOutcome, SecureSituation};
use serde::{Deserialize, Serialize};

use crate::charge::check_target;
use crate::charts::{ChargeItem, Gun, Kind, Level, Terrain, Weapon};
use crate::combat::{Band, no_fire_out_of, range_band};
use crate::rules::*;
use crate::terrain::check_occupant;
use crate::unit::{Construction, Edge, Stand, check_stand};
use crate::{Book, Event, Referee};

/// LIMIT: enemies that one stand can touch or be threatened by at once.
pub const ENEMIES_MAX: usize = 6;

/// What a test asks about an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enemy {
    /// What kind of stand it is.
    pub kind: Kind,
    /// Its morale level.
    #[serde(default = "good")]
    pub level: Level,
    /// What its men carry (all but artillery).
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// What its guns are (artillery only).
    #[serde(default)]
    pub gun: Option<Gun>,
    /// Cavalry or mounted infantry on foot.
    #[serde(default)]
    pub dismounted: bool,
    /// Artillery hitched up.
    #[serde(default)]
    pub limbered: bool,
    /// In march column.
    #[serde(default)]
    pub march_column: bool,
    /// Has the stationary marker.
    #[serde(default)]
    pub stationary: bool,
}

fn good() -> Level {
    Level::Good
}

impl Enemy {
    /// This enemy in good order.
    pub const fn new(kind: Kind) -> Self {
        Enemy {
            kind,
            level: Level::Good,
            weapon: None,
            gun: None,
            dismounted: false,
            limbered: false,
            march_column: false,
            stationary: false,
        }
    }

    /// As a stand, of which strength and rating do not matter.
    pub(crate) const fn stand(&self) -> Stand {
        let sp = if matches!(self.kind, Kind::ArtBattalion) { 2 } else { 1 };
        Stand {
            level: self.level,
            weapon: self.weapon,
            gun: self.gun,
            dismounted: self.dismounted,
            limbered: self.limbered,
            march_column: self.march_column,
            stationary: self.stationary,
            ..Stand::new(self.kind, sp, 4)
        }
    }
}

/// An enemy in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// The enemy.
    pub enemy: Enemy,
    /// The edge of the testing stand that is touched.
    #[serde(default)]
    pub edge: Edge,
    /// The edge of the enemy that is touched.
    #[serde(default)]
    pub enemy_edge: Edge,
    /// The contact is across the works the testing stand is at.
    #[serde(default)]
    pub across_works: bool,
    /// The enemy came from a lower contour.
    #[serde(default)]
    pub from_lower: bool,
}

impl Contact {
    pub(crate) const fn touch(&self) -> Touch {
        Touch {
            enemy: self.enemy.stand(),
            edge: self.edge,
            enemy_edge: self.enemy_edge,
            across: self.across_works,
            from_lower: self.from_lower,
        }
    }
}

/// An enemy with the testing stand in its arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CloseFire {
    /// The enemy.
    pub enemy: Enemy,
    /// Inches to it.
    pub distance: Decimal,
    /// It stands behind the line of the testing stand's front edge.
    #[serde(default)]
    pub from_behind: bool,
    /// It fires from a lower contour.
    #[serde(default)]
    pub from_lower: bool,
    /// Its fire crosses the works the testing stand is at.
    #[serde(default)]
    pub across_works: bool,
    /// The terrain it is in: guns do not fire out of a forest, nor guns and horse out of a town.
    #[serde(default)]
    pub terrain: Terrain,
    /// It is itself in contact with an enemy, and so does not fire.
    #[serde(default)]
    pub in_contact: bool,
}

impl CloseFire {
    /// An enemy in the open, in front and on the same contour.
    pub const fn of(enemy: Enemy, distance: Decimal) -> Self {
        CloseFire {
            enemy,
            distance,
            from_behind: false,
            from_lower: false,
            across_works: false,
            terrain: Terrain::Clear,
            in_contact: false,
        }
    }
}

/// A stand that may have to test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleSituation {
    /// The stand.
    pub stand: Stand,
    /// The terrain it is in, or the works it is at.
    #[serde(default)]
    pub terrain: Terrain,
    /// What the building is made of, where it is in one.
    #[serde(default)]
    pub construction: Construction,
    /// Its threatened edges are all covered against cavalry (see `cavalry-secure`).
    #[serde(default)]
    pub cavalry_secure: bool,
    /// Artillery with its side or rear at an orderly friendly infantry brigade that faces the same way.
    #[serde(default)]
    pub supported: bool,
    /// It charged this player turn.
    #[serde(default)]
    pub charged: bool,
    /// The enemies it touches.
    #[serde(default)]
    pub contacts: Vec<Contact>,
    /// The enemies whose arc and sight it is in.
    #[serde(default)]
    pub close_fire: Vec<CloseFire>,
}

impl MoraleSituation {
    /// A stand in the open that nothing threatens.
    pub const fn of(stand: Stand) -> Self {
        MoraleSituation {
            stand,
            terrain: Terrain::Clear,
            construction: Construction::Wooden,
            cavalry_secure: false,
            supported: false,
            charged: false,
            contacts: Vec::new(),
            close_fire: Vec::new(),
        }
    }
}

/// A stand after the morale phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MoraleOutcome {
    /// Whether it had to test at all.
    pub tested: bool,
    /// Its level at the end of the phase.
    pub level: Level,
    /// Its strength points.
    pub sp: u8,
    /// Whether it is repulsed: moved straight back an inch from the enemy, without a melee.
    pub repulsed: bool,
    /// Inches it routs.
    pub rout_inches: Decimal,
}

/// P5 to P7 as a procedure of its own.
pub struct MoraleTest;

impl Procedure for MoraleTest {
    type Book = Book;
    type Situation = MoraleSituation;
    type Outcome = MoraleOutcome;

    const NAME: &'static str = "morale";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "One stand tests its morale: it holds, or drops a level, is repulsed or routs.";

    fn examples() -> Vec<(&'static str, MoraleSituation)> {
        examples::examples()
    }

    fn check(book: &Book, situation: &MoraleSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stand(book, &mut refusal, "stand", &situation.stand);
        check_enemies(book, &mut refusal, situation);
        let touches_asa = || situation.contacts.iter().any(|contact| contact.enemy.stand().is_asa(book));
        let was_disordered = crate::unit::is_disordered(situation.stand.level);
        refusal.unless(!(situation.charged && was_disordered && touches_asa()), "charged", VB_CHG_DIS_ASA, || {
            "a disordered stand does not charge cartridge arms: it stops an inch away".to_owned()
        });
        refusal.unless(!situation.charged || !situation.contacts.is_empty(), "charged", VB_CHG_REFACE, || {
            "a charge is a move to contact: name the enemies it touches".to_owned()
        });
        if situation.charged {
            for (index, contact) in situation.contacts.iter().enumerate() {
                let field = format!("contacts[{index}].enemy");
                check_target(book, &mut refusal, &field, &situation.stand, &contact.enemy.stand(), contact.enemy_edge);
            }
        }
        check_occupant(book, &mut refusal, "terrain", &situation.stand, situation.terrain);
        let artillery = situation.stand.is_artillery();
        refusal.unless(!situation.supported || artillery, "supported", VB_MEL_SUPPORTED, || {
            "only artillery is supported".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MoraleSituation, umpire: &mut U) -> Ruling<MoraleOutcome, U> {
        umpire.cite(VB_MOR_BOTH);
        umpire.cite(VB_MOR_SEPARATE);
        let stand = &situation.stand;
        let touches: ArrayVec<Touch, ENEMIES_MAX> =
            situation.contacts.iter().take(ENEMIES_MAX).map(Contact::touch).collect();
        let mut threats: ArrayVec<Threat, ENEMIES_MAX> = ArrayVec::new();
        for fire in situation.close_fire.iter().take(ENEMIES_MAX) {
            if threatens(book, situation, fire, umpire) {
                threats.push(Threat {
                    behind: fire.from_behind,
                    across: fire.across_works,
                    from_lower: fire.from_lower,
                });
            }
        }
        if !touches.is_empty() {
            umpire.cite(VB_MOR_TRIG_CONTACT);
        }
        if !threats.is_empty() {
            umpire.cite(VB_MOR_TRIG_CLOSE);
        }
        let calm = MoraleOutcome {
            tested: false,
            level: stand.level,
            sp: stand.sp,
            repulsed: false,
            rout_inches: Decimal::ZERO,
        };
        if touches.is_empty() && threats.is_empty() {
            return Ok(calm);
        }
        let tester = Tester {
            number: 0,
            stand: *stand,
            terrain: situation.terrain,
            secure: situation.cavalry_secure,
            supported: situation.supported,
            charged: situation.charged,
        };
        let passed = test(book, &tester, &touches, &threats, umpire)?;
        let calm = MoraleOutcome { tested: true, ..calm };
        if passed { Ok(calm) } else { Ok(fail(book, &tester, &touches, calm, umpire)) }
    }

    fn line(outcome: &MoraleOutcome) -> String {
        let MoraleOutcome { tested, level, sp, repulsed, rout_inches } = outcome;
        match (tested, level) {
            (false, _) => format!("no test: {level}, {sp} SP"),
            (_, Level::Rout) => format!("{level}, {sp} SP, {} back", counted(rout_inches, "inch", "inches")),
            _ if *repulsed => format!("{level} and repulsed, {sp} SP"),
            _ => format!("{level}, {sp} SP"),
        }
    }
}

/// P5 step 1: whether this enemy could fire now, and at close range.
fn threatens<U: Referee>(book: &Book, situation: &MoraleSituation, fire: &CloseFire, umpire: &mut U) -> bool {
    let enemy = fire.enemy.stand();
    let ready = !enemy.limbered && !enemy.march_column && enemy.level != Level::Rout && !fire.in_contact;
    if let Some(rule) = no_fire_out_of(book, &enemy, fire.terrain) {
        umpire.cite(rule);
        return false;
    }
    let stone =
        situation.construction == Construction::Stone && matches!(situation.terrain, Terrain::Town | Terrain::Village);
    if stone && enemy.is_artillery() {
        // Against stone, guns have no close range.
        umpire.cite(VB_TER_STONE_LONG);
        return false;
    }
    ready && range_band(book, &enemy, fire.distance, umpire) == Some(Band::Close)
}

/// P5 steps 2 and 3. Whether the stand passes.
pub(crate) fn test<U: Referee>(
    book: &Book,
    tester: &Tester,
    touches: &[Touch],
    threats: &[Threat],
    umpire: &mut U,
) -> Ruling<bool, U> {
    umpire.cite(VB_MOR_TABLE_MODS);
    let modifiers = morale_modifiers(book, tester, touches, threats, umpire);
    let modified = umpire.apply(&modifiers).saturating_add(tester.stand.morale.into());
    roll(tester.number, modified, umpire)
}

/// P5 step 3: the die fails if it is higher than the modified morale. No automatic result (S79).
pub(crate) fn roll<U: Referee>(stand: u16, modified: i16, umpire: &mut U) -> Ruling<bool, U> {
    let fails_at = u8::try_from(modified.saturating_add(1).clamp(1, 7)).unwrap_or(1);
    let passed = umpire.hits(1, fails_at, VB_MOR_FAIL)? == 0;
    umpire.tell(|| Event::Tested { stand: stand + 1, modified, passed });
    Ok(passed)
}

/// P5 step 4: the level below.
pub(crate) fn drop_level<U: Referee>(book: &Book, stand: u16, level: Level, umpire: &mut U) -> Level {
    umpire.cite(VB_MOR_DROP);
    umpire.cite(VB_MOR_TABLE_LEVELS);
    umpire.cite(match level {
        Level::Good => VB_MOR_LEVEL_GOOD,
        Level::TempDisorder => VB_MOR_LEVEL_TEMP,
        Level::PermDisorder => VB_MOR_LEVEL_PERM,
        Level::Rout | Level::Eliminated => VB_MOR_LEVEL_ELIMINATED,
    });
    let below = umpire.read(book.tables.fails_to.at(level)).unwrap_or(Level::Eliminated);
    if below == Level::Rout {
        umpire.cite(VB_MOR_LEVEL_ROUT);
    }
    umpire.tell(|| Event::Dropped { stand: stand + 1, level: below });
    below
}

/// P5 step 4, P6 and P7 for one stand that failed.
pub(crate) fn fail<U: Referee>(
    book: &Book,
    tester: &Tester,
    touches: &[Touch],
    calm: MoraleOutcome,
    umpire: &mut U,
) -> MoraleOutcome {
    let level = drop_level(book, tester.number, calm.level, umpire);
    match level {
        Level::Rout => {
            let (sp, inches) = plain_rout(book, &tester.stand, umpire);
            let level = if sp == 0 { Level::Eliminated } else { Level::Rout };
            MoraleOutcome { level, sp, rout_inches: inches, ..calm }
        }
        Level::Eliminated => MoraleOutcome { level, sp: 0, ..calm },
        _ => {
            let repulsed = level == Level::TempDisorder && tester.charged && touches_asa(book, touches);
            if repulsed {
                umpire.cite(VB_CHG_REPULSE);
                umpire.cite(VB_RNG_ASA_REPULSE);
                umpire.read(book.tables.charge.at(ChargeItem::Repulse));
            } else if level == Level::TempDisorder && !touches.is_empty() && !touches_asa(book, touches) {
                umpire.cite(VB_MOR_LEVEL_TEMP_CONTACT);
            }
            MoraleOutcome { level, repulsed, ..calm }
        }
    }
}

fn touches_asa(book: &Book, touches: &[Touch]) -> bool {
    touches.iter().any(|touch| touch.enemy.is_asa(book))
}

fn check_enemies(book: &Book, refusal: &mut Refusal, situation: &MoraleSituation) {
    for (field, count) in [("contacts", situation.contacts.len()), ("close_fire", situation.close_fire.len())] {
        refusal.unless(count <= ENEMIES_MAX, field, VB_MOR_TRIG_CONTACT, || format!("at most {ENEMIES_MAX} enemies"));
    }
    for (index, contact) in situation.contacts.iter().enumerate() {
        check_stand(book, refusal, &format!("contacts[{index}].enemy"), &contact.enemy.stand());
    }
    for (index, fire) in situation.close_fire.iter().enumerate() {
        check_stand(book, refusal, &format!("close_fire[{index}].enemy"), &fire.enemy.stand());
        check_occupant(book, refusal, &format!("close_fire[{index}].terrain"), &fire.enemy.stand(), fire.terrain);
        refusal.unless(
            fire.distance >= Decimal::ZERO,
            &format!("close_fire[{index}].distance"),
            VB_MOR_TRIG_CLOSE,
            || "a distance is not negative".to_owned(),
        );
    }
}
