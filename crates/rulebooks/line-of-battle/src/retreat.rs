//! Retreats (6.3): P12, along a route that the owner has laid out.
//!
//! The map is not here: the owner gives the hexes he would take, one after another, and a few more in case friends make the
//! retreat longer. Where the list ends there is no legal hex.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, MoraleState, SmallRow};
use crate::questions::LAST_HEX;
use crate::rules::*;
use crate::unit::{Arm, Formation, SP_MAX, check_formation};
use crate::{Book, Event, Referee};

keys! {
    /// Friends in a hex of the route.
    pub enum Friends {
        /// None.
        None = "none",
        /// An Open Order Capable unit, which nothing disturbs.
        OpenOrderCapable = "open-order-capable",
        /// Unlimbered artillery.
        UnlimberedArtillery = "unlimbered-artillery",
        /// Limbered artillery.
        LimberedArtillery = "limbered-artillery",
        /// Other units.
        Others = "others",
    }
}

/// A hex of the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatHex {
    /// Whether it is in an EZOC.
    #[serde(default)]
    pub ezoc: bool,
    /// Friendly combat units in it.
    #[serde(default = "nobody")]
    pub friends: Friends,
    /// SPs of those friends.
    #[serde(default)]
    pub friends_sp: u8,
    /// Whether those friends could be displaced by one hex.
    #[serde(default)]
    pub can_displace: bool,
}

fn nobody() -> Friends {
    Friends::None
}

/// A stack that has to retreat, or chooses to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatSituation {
    /// Its side.
    pub side: Side,
    /// The arm of all its units; artillery only if every unit is, so that of a mixed stack the first that is none counts.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// The formation of the unit that counts.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Its morale state after the check.
    #[serde(default = "shaken")]
    pub state: MoraleState,
    /// Its SPs now.
    pub sp: u8,
    /// Its SPs before the shot or Charge, which decide whether it is Small on the way; left out: as now.
    #[serde(default)]
    pub sp_before: Option<u8>,
    /// Whether it is Open Order Capable.
    #[serde(default)]
    pub open_order_capable: bool,
    /// Hexes to go.
    pub hexes: u8,
    /// SPs the result takes off at the end.
    #[serde(default)]
    pub losses: u8,
    /// Whether it retreats by choice, instead of an activity.
    #[serde(default)]
    pub by_choice: bool,
    /// Whether friendly combat units stay in the hex it leaves.
    #[serde(default)]
    pub friends_stay: bool,
    /// The hexes of its way, and those beyond.
    pub route: Vec<RetreatHex>,
}

fn infantry() -> Arm {
    Arm::Infantry
}

fn line() -> Formation {
    Formation::Line
}

fn shaken() -> MoraleState {
    MoraleState::Shaken
}

/// LIMIT: hexes of a route.
pub const ROUTE_MAX: usize = 24;

/// How a retreat went.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RetreatOutcome {
    /// Hexes gone.
    pub hexes: u8,
    /// SPs left; none: destroyed.
    pub sp: u8,
    /// Places in the route of friends who take a Shaken result.
    #[schemars(with = "Vec<u8>")]
    pub shakes: ArrayVec<u8, ROUTE_MAX>,
    /// Whether friends in the last hex were displaced by one hex.
    pub displaces: bool,
    /// Whether it leaves Cowardly Legs in the hex it left.
    pub legs_behind: bool,
    /// Whether it leaves Cowardly Legs where it was destroyed.
    pub legs_at_end: bool,
    /// Its formation at the end.
    pub formation: Formation,
}

/// P12 as a procedure.
pub struct Retreat;

impl Procedure for Retreat {
    type Book = Book;
    type Situation = RetreatSituation;
    type Outcome = RetreatOutcome;

    const NAME: &'static str = "retreat";
    const CHAPTER: &'static str = "Retreat";
    const SUMMARY: &'static str = "A stack falls back along a route: EZOCs, friends in the way, Cowardly Legs.";

    fn examples() -> Vec<(&'static str, RetreatSituation)> {
        examples()
    }

    fn check(book: &Book, situation: &RetreatSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_formation(&mut refusal, "formation", situation.arm, situation.formation);
        refusal.unless((1..=SP_MAX).contains(&situation.sp), "sp", LB_HOUSE_STRENGTH, || {
            format!("give 1 to {SP_MAX} SPs")
        });
        let before = situation.sp_before.unwrap_or(situation.sp);
        refusal.unless((situation.sp..=SP_MAX).contains(&before), "sp_before", LB_HOUSE_STRENGTH, || {
            format!("give {} to {SP_MAX} SPs", situation.sp)
        });
        refusal
            .unless(situation.route.len() <= ROUTE_MAX, "route", LB_MOR_KEY, || format!("at most {ROUTE_MAX} hexes"));
        let most = book.limit(Limit::RetreatTen);
        refusal.unless((1..=most).contains(&situation.hexes.into()), "hexes", LB_MOR_KEY, || {
            format!("a retreat is 1 to {most} hexes")
        });
        refusal.unless(situation.losses <= SP_MAX, "losses", LB_COMBAT_RES_NUM, || format!("at most {SP_MAX} SPs"));
        let weak = matches!(situation.state, MoraleState::Disorganized | MoraleState::Routed);
        refusal.unless(!situation.by_choice || weak, "by_choice", LB_STATE_RETREAT10, || {
            "only DG and Routed units may retreat instead of an activity".to_owned()
        });
        let open = situation.formation == Formation::OpenOrder;
        refusal.unless(!situation.open_order_capable || open, "open_order_capable", LB_OO_REQ, || {
            "only units in Open Order are Open Order Capable".to_owned()
        });
        let sane =
            |hex: &RetreatHex| hex.friends_sp <= SP_MAX && (hex.friends == Friends::None) == (hex.friends_sp == 0);
        for (index, _) in situation.route.iter().enumerate().filter(|(_, hex)| !sane(hex)) {
            refusal.unless(false, &format!("route[{index}].friends_sp"), LB_RET_SMALL, || {
                format!("friends have 1 to {SP_MAX} SPs, nobody has none")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RetreatSituation, umpire: &mut U) -> Ruling<RetreatOutcome, U> {
        let mut way = Way::new(book, situation, umpire);
        let mut to_go = if situation.by_choice { way.farthest(book) } else { situation.hexes };
        while to_go > 0 && way.outcome.sp > 0 {
            let Some(hex) = situation.route.get(usize::from(way.outcome.hexes)) else {
                way.outcome.sp = 0;
                break;
            };
            to_go -= 1;
            way.enter(book, hex, umpire);
            if way.outcome.sp > 0 && hex.friends != Friends::None && way.meets(book, hex, to_go == 0, umpire)? {
                to_go += 1;
            }
        }
        way.finish(umpire);
        Ok(way.outcome)
    }

    fn line(outcome: &RetreatOutcome) -> String {
        let mut line = match outcome.sp {
            0 => format!("destroyed after {}", counted(outcome.hexes, "hex", "hexes")),
            sp => format!("{} back, {} left", counted(outcome.hexes, "hex", "hexes"), counted(sp, "SP", "SPs")),
        };
        if !outcome.shakes.is_empty() {
            line += &format!("; friends shaken in {}", counted(outcome.shakes.len(), "hex", "hexes"));
        }
        if outcome.displaces {
            line += "; friends displaced";
        }
        if outcome.legs_behind || outcome.legs_at_end {
            line += "; Cowardly Legs";
        }
        line
    }
}

/// A stack on its way back.
struct Way<'a> {
    situation: &'a RetreatSituation,
    /// Small before the shot or Charge, or Open Order Capable: it disturbs nobody.
    exempt: bool,
    guns: bool,
    outcome: RetreatOutcome,
}

impl<'a> Way<'a> {
    fn new<U: Referee>(book: &Book, situation: &'a RetreatSituation, umpire: &mut U) -> Self {
        let before = u16::from(situation.sp_before.unwrap_or(situation.sp));
        let small = before <= umpire.read(book.tables.small.at(SmallRow::Small));
        if small {
            umpire.cite(LB_SMALL_SIZE);
        }
        if situation.by_choice {
            umpire.cite(LB_STATE_RETREAT10);
        }
        let limbers = situation.formation == Formation::Unlimbered;
        if limbers {
            umpire.cite(LB_ARTFORM_LIMBER);
        }
        let outcome = RetreatOutcome {
            hexes: 0,
            sp: situation.sp,
            shakes: ArrayVec::new(),
            displaces: false,
            legs_behind: false,
            legs_at_end: false,
            formation: if limbers { Formation::Limbered } else { situation.formation },
        };
        let guns = situation.arm == Arm::Artillery;
        Way { situation, exempt: small || situation.open_order_capable, guns, outcome }
    }

    /// Hexes that a stack goes by choice: up to those it wants, and no farther than to where it can stop.
    fn farthest(&self, book: &Book) -> u8 {
        let route = &self.situation.route;
        let most = route.iter().rposition(|hex| self.can_end(book, hex)).map_or(0, |last| last as u8 + 1);
        self.situation.hexes.min(most)
    }

    /// Whether it could end its way in a hex, at the latest by pushing friends aside.
    fn can_end(&self, book: &Book, hex: &RetreatHex) -> bool {
        let pushes = !self.guns && !self.exempt && displaces(hex);
        match hex.friends {
            Friends::None => true,
            Friends::UnlimberedArtillery if !self.guns => false,
            _ => self.fits(book, hex) || pushes,
        }
    }

    /// Whether those in a hex leave room for it.
    fn fits(&self, book: &Book, hex: &RetreatHex) -> bool {
        u16::from(self.outcome.sp) + u16::from(hex.friends_sp) <= book.limit(Limit::Stacking)
    }

    /// P12 step 3: every EZOC hex costs.
    fn enter<U: Referee>(&mut self, book: &Book, hex: &RetreatHex, umpire: &mut U) {
        let mut loss = 0;
        if hex.ezoc {
            umpire.cite(LB_RET_EZOC);
            loss = (umpire.read(book.tables.limits.at(Limit::EzocLoss)) as u8).min(self.outcome.sp);
        }
        self.outcome.sp -= loss;
        self.outcome.hexes += 1;
        let at = self.outcome.hexes.into();
        umpire.tell(|| Event::Retreated { hex: at, loss, shakes: false });
    }

    /// P12 step 4: friends in the hex. Gives whether the retreat goes on for one hex more.
    fn meets<U: Referee>(&mut self, book: &Book, hex: &RetreatHex, last: bool, umpire: &mut U) -> Ruling<bool, U> {
        let fits = self.fits(book, hex);
        if self.guns && !self.exempt {
            umpire.cite(LB_ARTRET_NOEFFECT);
        }
        if hex.friends == Friends::UnlimberedArtillery && !self.guns {
            umpire.cite(LB_ARTRET_PASSED);
            // A retreat of another arm may not end among the guns.
            if last {
                umpire.cite(LB_ARTRET_EXTEND);
            }
            return Ok(last);
        }
        if self.exempt || hex.friends == Friends::OpenOrderCapable {
            return Ok(self.meets_without_effect(book, hex, last, fits, umpire));
        }
        if !last {
            if !self.guns {
                self.shake(umpire);
            }
            return Ok(false);
        }
        self.end_among_friends(hex, fits, umpire)
    }

    /// Small and Open Order Capable stacks disturb nobody; if they may not stack they go on until they may.
    fn meets_without_effect<U: Referee>(
        &mut self,
        book: &Book,
        hex: &RetreatHex,
        last: bool,
        fits: bool,
        umpire: &mut U,
    ) -> bool {
        let small = self.exempt && !self.situation.open_order_capable;
        if small {
            umpire.cite(LB_RET_SMALL);
        }
        let routed_end = book.switches.routed_end_shakes && self.situation.state == MoraleState::Routed && last && fits;
        if routed_end && small && hex.friends != Friends::OpenOrderCapable {
            self.shake(umpire);
        }
        if last && !fits {
            umpire.cite(LB_ARTRET_EXTEND);
        }
        last && !fits
    }

    /// The owner's choice in the last hex: stack, displace or go on. R 31: guns shake friends only if they end with them.
    fn end_among_friends<U: Referee>(&mut self, hex: &RetreatHex, fits: bool, umpire: &mut U) -> Ruling<bool, U> {
        let displace = displaces(hex) && !self.guns;
        // Nobody goes by choice where there is no hex.
        let extend = !self.situation.by_choice || self.situation.route.len() > usize::from(self.outcome.hexes);
        let names: &'static [&'static str] = match (fits, displace, extend) {
            (true, true, true) => &["stack", "displace", "extend"],
            (true, true, false) => &["stack", "displace"],
            (true, false, true) => &["stack", "extend"],
            (true, false, false) => &["stack"],
            (false, true, true) => &["displace", "extend"],
            (false, true, false) => &["displace"],
            (false, false, _) => &["extend"],
        };
        let answer = match names {
            [_] => 0,
            _ => umpire.choose(self.situation.side, &LAST_HEX, Some(u16::from(self.outcome.hexes) - 1), names)?,
        };
        let chosen = names.get(answer).copied().unwrap_or("extend");
        let extends = chosen == "extend";
        if extends {
            umpire.cite(LB_ARTRET_EXTEND);
        }
        self.outcome.displaces |= chosen == "displace";
        if !(extends && self.guns) {
            self.shake(umpire);
        }
        Ok(extends)
    }

    fn shake<U: Referee>(&mut self, umpire: &mut U) {
        let at = self.outcome.hexes - 1;
        if !self.outcome.shakes.is_full() {
            self.outcome.shakes.push(at);
        }
        umpire.tell(|| Event::Retreated { hex: u16::from(at) + 1, loss: 0, shakes: true });
    }

    /// P12 steps 6 and 7: losses, formation and Cowardly Legs.
    fn finish<U: Referee>(&mut self, umpire: &mut U) {
        let situation = self.situation;
        let at_end = usize::from(self.outcome.hexes).checked_sub(1).and_then(|last| situation.route.get(last));
        let among_friends = at_end.map_or(situation.friends_stay, |hex| hex.friends != Friends::None);
        if self.outcome.sp > 0 && !situation.by_choice && situation.losses > 0 {
            umpire.cite(LB_MOR_LOSS_AFTER);
            self.outcome.sp = self.outcome.sp.saturating_sub(situation.losses);
        }
        let destroyed = self.outcome.sp == 0;
        if situation.by_choice && situation.state == MoraleState::Disorganized && !destroyed {
            // S 50: DG units end a chosen retreat ready to march; Routed ones stay as they are.
            self.outcome.formation = match situation.arm {
                Arm::Infantry => Formation::Column,
                Arm::Cavalry => Formation::Mounted,
                Arm::Artillery => Formation::Limbered,
            };
        }
        // S 48: guns leave none, unless they are destroyed; a retreat by choice leaves none at all, whatever comes of it.
        self.outcome.legs_behind =
            !situation.by_choice && !self.guns && !situation.friends_stay && self.outcome.hexes > 0;
        self.outcome.legs_at_end = destroyed && !situation.by_choice && !among_friends;
        if self.outcome.legs_behind || self.outcome.legs_at_end {
            umpire.cite(LB_RET_LEGS);
        }
    }
}

/// Whether friends in the last hex may be pushed on: guns are not.
fn displaces(hex: &RetreatHex) -> bool {
    hex.can_displace && !matches!(hex.friends, Friends::UnlimberedArtillery | Friends::LimberedArtillery)
}

fn examples() -> Vec<(&'static str, RetreatSituation)> {
    let open = RetreatHex { ezoc: false, friends: Friends::None, friends_sp: 0, can_displace: false };
    let friends = RetreatHex { friends: Friends::Others, friends_sp: 5, can_displace: true, ..open };
    let guns = RetreatHex { friends: Friends::UnlimberedArtillery, friends_sp: 4, ..open };
    let plain = RetreatSituation {
        side: Side::Union,
        arm: Arm::Infantry,
        formation: Formation::Line,
        state: MoraleState::Shaken,
        sp: 5,
        sp_before: None,
        open_order_capable: false,
        hexes: 2,
        losses: 0,
        by_choice: false,
        friends_stay: false,
        route: vec![open, open, open],
    };
    let battery = RetreatSituation { arm: Arm::Artillery, formation: Formation::Unlimbered, ..plain.clone() };
    vec![
        ("two hexes over open ground", plain.clone()),
        (
            "out of one EZOC into another, with losses",
            RetreatSituation {
                hexes: 3,
                losses: 1,
                route: vec![RetreatHex { ezoc: true, ..open }, open, open],
                ..plain.clone()
            },
        ),
        ("friends where it would end", RetreatSituation { route: vec![open, friends, open], ..plain.clone() }),
        ("through friends and on to guns", RetreatSituation { route: vec![friends, guns, open], ..plain.clone() }),
        ("a small regiment through friends", RetreatSituation { sp: 2, route: vec![open, friends], ..plain.clone() }),
        ("a battery among friends", RetreatSituation { route: vec![friends, friends, open], ..battery.clone() }),
        ("a cornered battery", RetreatSituation { route: vec![open], ..battery }),
        (
            "disorganized troops march off by choice",
            RetreatSituation {
                state: MoraleState::Disorganized,
                by_choice: true,
                hexes: 10,
                route: vec![open; 10],
                ..plain
            },
        ),
    ]
}
