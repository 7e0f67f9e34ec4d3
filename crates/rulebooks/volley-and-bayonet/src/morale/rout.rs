//! Rout and forced pass through (P7, P8).

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Side, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tester, drop_level, test};
use crate::charts::{Level, Limit, Terrain, Weapon};
use crate::questions::ROUT_FOLLOW;
use crate::rules::*;
use crate::unit::{Stand, check_stand};
use crate::{Book, Event, Referee};

/// LIMIT: friends in the way of one rout and of those it causes.
pub const FRIENDS_MAX: usize = 6;

keys! {
    /// Why a stand routs.
    #[derive(Default)]
    pub enum RoutCause {
        /// It failed a morale test.
        #[default]
        Failed = "failed",
        /// Its division collapsed.
        Collapse = "collapse",
        /// It was routed already and was contacted.
        Contacted = "contacted",
    }
}

keys! {
    /// What a rout finds behind it.
    #[derive(Default)]
    pub enum RoutPath {
        /// Room for the whole move.
        #[default]
        Clear = "clear",
        /// Room for less than half of it: one more strength point is lost (S40).
        Short = "short",
        /// The edge of the table.
        OffTable = "off_table",
    }
}

keys! {
    /// What an enemy that was in contact does after the rout.
    pub enum Follow {
        /// Nobody may, or nobody does.
        None = "none",
        /// One stand advances.
        Advance = "advance",
        /// One stand changes its facing.
        Face = "face",
    }
}

/// A friendly brigade or artillery stand in the way of a rout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Friend {
    /// The stand.
    pub stand: Stand,
    /// Those of the listed friends, by their number from 0, that its own rout would cross, nearest first.
    #[serde(default)]
    pub crosses: Vec<u8>,
}

/// A stand that routs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoutSituation {
    /// The side of the stand that routs.
    pub side: Side,
    /// The stand as it was before.
    pub stand: Stand,
    /// Why it routs.
    #[serde(default)]
    pub cause: RoutCause,
    /// What it finds behind it.
    #[serde(default)]
    pub path: RoutPath,
    /// Whether an enemy was in contact with it.
    #[serde(default)]
    pub enemy_in_contact: bool,
    /// Friends that it crosses, by their number in `friends`, nearest first.
    #[serde(default)]
    pub crosses: Vec<u8>,
    /// Friends in its way, and in the way of those.
    #[serde(default)]
    pub friends: Vec<Friend>,
}

/// A friend after the rout went through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FriendOutcome {
    /// Its level.
    pub level: Level,
    /// Its strength points.
    pub sp: u8,
    /// Whether it has tested for pass through this phase.
    pub tested: bool,
}

/// Everyone after a rout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RoutOutcome {
    /// The level of the stand: rout or eliminated.
    pub level: Level,
    /// Its strength points.
    pub sp: u8,
    /// Inches it went, with room for all of them.
    pub inches: Decimal,
    /// The friends, in the order given.
    #[schemars(with = "Vec<FriendOutcome>")]
    pub friends: ArrayVec<FriendOutcome, FRIENDS_MAX>,
    /// What the enemy that was in contact does.
    pub follow: Follow,
}

/// P7 and P8 as a procedure of its own.
pub struct Rout;

impl Procedure for Rout {
    type Book = Book;
    type Situation = RoutSituation;
    type Outcome = RoutOutcome;

    const NAME: &'static str = "rout";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "A stand routs: casualty, lost gun, and the friends it carries away with it.";

    fn examples() -> Vec<(&'static str, RoutSituation)> {
        let brigade = Stand::brigade(Weapon::RifledMusket, 4, 4);
        let plain = RoutSituation {
            side: Side::Union,
            stand: Stand { level: Level::TempDisorder, dedicated_gun: true, ..brigade },
            cause: RoutCause::Failed,
            path: RoutPath::Clear,
            enemy_in_contact: false,
            crosses: Vec::new(),
            friends: Vec::new(),
        };
        let friend = |level| Friend { stand: Stand { level, ..brigade }, crosses: Vec::new() };
        vec![
            ("a brigade breaks, with its gun", plain.clone()),
            (
                "a rout through two friends, the enemy at its heels",
                RoutSituation {
                    enemy_in_contact: true,
                    crosses: vec![0, 1],
                    friends: vec![friend(Level::TempDisorder), friend(Level::Good)],
                    ..plain.clone()
                },
            ),
            (
                "fugitives contacted again at the edge of the table",
                RoutSituation {
                    stand: Stand { level: Level::Rout, ..brigade },
                    cause: RoutCause::Contacted,
                    path: RoutPath::OffTable,
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &RoutSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stand(book, &mut refusal, "stand", &situation.stand);
        let level = situation.stand.level;
        let (fits, rule) = match situation.cause {
            RoutCause::Failed => (matches!(level, Level::TempDisorder | Level::PermDisorder), VB_MOR_LEVEL_ROUT),
            RoutCause::Collapse => (matches!(level, Level::TempDisorder | Level::PermDisorder), VB_EXH_COLLAPSE_EFFECT),
            RoutCause::Contacted => (level == Level::Rout, VB_CHG_ROUTED),
        };
        refusal.unless(fits, "stand.level", rule, || {
            "a disordered stand routs by failing or collapsing, a routed one by being contacted".to_owned()
        });
        let friends = situation.friends.len();
        refusal.unless(friends <= FRIENDS_MAX, "friends", VB_ROUT_PASS, || format!("at most {FRIENDS_MAX} friends"));
        let known = |list: &[u8]| list.len() <= FRIENDS_MAX && list.iter().all(|friend| usize::from(*friend) < friends);
        refusal
            .unless(known(&situation.crosses), "crosses", VB_ROUT_PASS, || "name friends by their number".to_owned());
        for (index, friend) in situation.friends.iter().enumerate() {
            let field = format!("friends[{index}]");
            check_stand(book, &mut refusal, &format!("{field}.stand"), &friend.stand);
            refusal.unless(!friend.stand.is_skirmisher(), &format!("{field}.stand.kind"), VB_ROUT_PASS, || {
                "skirmishers do not test for pass through".to_owned()
            });
            refusal.unless(known(&friend.crosses), &format!("{field}.crosses"), VB_ROUT_PASS, || {
                "name friends by their number".to_owned()
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RoutSituation, umpire: &mut U) -> Ruling<RoutOutcome, U> {
        umpire.cite(match situation.cause {
            RoutCause::Failed => VB_MOR_LEVEL_ROUT,
            RoutCause::Collapse => VB_EXH_COLLAPSE_EFFECT,
            RoutCause::Contacted => VB_CHG_ROUTED,
        });
        let (sp, inches) = rout(book, &situation.stand, situation.path, umpire);
        let level = if sp == 0 { Level::Eliminated } else { Level::Rout };
        let fresh = |friend: &Friend| FriendOutcome { level: friend.stand.level, sp: friend.stand.sp, tested: false };
        let mut friends: ArrayVec<FriendOutcome, FRIENDS_MAX> =
            situation.friends.iter().take(FRIENDS_MAX).map(fresh).collect();
        if sp > 0 {
            // S86: a router killed by its casualty passes through nobody.
            pass_through(book, &situation.friends, &situation.crosses, &mut friends, umpire)?;
        }
        let follow = if situation.enemy_in_contact { follow(situation.side.enemy(), umpire)? } else { Follow::None };
        Ok(RoutOutcome { level, sp, inches, friends, follow })
    }

    fn line(outcome: &RoutOutcome) -> String {
        let carried = outcome.friends.iter().filter(|friend| friend.tested && friend.level == Level::Rout).count();
        let RoutOutcome { level, sp, inches, follow, .. } = outcome;
        let back = counted(inches, "inch", "inches");
        let carried = counted(carried, "friend routs", "friends rout");
        format!("{level}, {sp} SP, {back} back; {carried} too; enemy follows: {follow}")
    }
}

/// After a rout one enemy stand that was in contact may advance or change its facing (R10).
fn follow<U: Referee>(side: Side, umpire: &mut U) -> Ruling<Follow, U> {
    umpire.cite(VB_MOR_LEVEL_ROUT_ADVANCE);
    Ok(match umpire.choose(side, &ROUT_FOLLOW, None, &["none", "advance", "face"])? {
        1 => Follow::Advance,
        2 => Follow::Face,
        _ => Follow::None,
    })
}

/// P7 for the stand itself: what is left of it, and how far it goes.
pub(crate) fn rout<U: Referee>(book: &Book, stand: &Stand, path: RoutPath, umpire: &mut U) -> (u8, Decimal) {
    umpire.cite(VB_MOR_TABLE_ROUT);
    umpire.cite(VB_ROUT_MOVE);
    let inches = stand.full_move(book);
    if path == RoutPath::OffTable {
        umpire.tell(|| Event::Lost { stand: 1, casualties: stand.sp });
        return (0, inches);
    }
    umpire.cite(VB_ROUT_CASUALTY);
    let short = if path == RoutPath::Short { book.count(Limit::BlockedCasualties) } else { 0 };
    let casualties = book.count(Limit::RoutCasualties).saturating_add(short).min(stand.sp);
    umpire.tell(|| Event::Lost { stand: 1, casualties });
    let sp = stand.sp - casualties;
    umpire.cite(VB_ROUT_BREAKTHROUGH);
    if sp > 0 {
        umpire.cite(VB_ROUT_PASS);
        if stand.dedicated_gun {
            umpire.cite(VB_ROUT_GUN);
        }
        for rule in [VB_ROUT_MARK, VB_ROUT_HELPLESS, VB_ROUT_STAY] {
            umpire.cite(rule);
        }
    } else {
        umpire.cite(VB_MOR_LEVEL_ELIMINATED);
    }
    (sp, inches)
}

/// A rout with room behind it.
pub(crate) fn plain_rout<U: Referee>(book: &Book, stand: &Stand, umpire: &mut U) -> (u8, Decimal) {
    rout(book, stand, RoutPath::Clear, umpire)
}

/// P8: each friend in the way tests with its own state and the army commander only; a rout is carried out at once, so chains
/// run depth first. Nobody tests twice, so this ends.
fn pass_through<U: Referee>(
    book: &Book,
    stands: &[Friend],
    crosses: &[u8],
    friends: &mut ArrayVec<FriendOutcome, FRIENDS_MAX>,
    umpire: &mut U,
) -> Ruling<(), U> {
    for place in crosses.iter().map(|friend| usize::from(*friend)) {
        let (Some(friend), Some(now)) = (stands.get(place), friends.get_mut(place)) else { continue };
        if now.tested || matches!(now.level, Level::Rout | Level::Eliminated) {
            continue;
        }
        now.tested = true;
        let number = place as u16 + 1;
        // S41: neither contacts nor threats count here.
        let stand = Stand { level: now.level, ..friend.stand };
        let tester = Tester { number, stand, terrain: Terrain::Clear, secure: false, supported: false, charged: false };
        if test(book, &tester, &[], &[], umpire)? {
            continue;
        }
        now.level = drop_level(book, number, now.level, umpire);
        if now.level != Level::Rout {
            continue;
        }
        let (sp, _) = plain_rout(book, &friend.stand, umpire);
        now.sp = sp;
        if sp == 0 {
            now.level = Level::Eliminated;
        } else {
            pass_through(book, stands, &friend.crosses, friends, umpire)?;
        }
    }
    Ok(())
}
