//! What the order in force lets a stack do, how an order ends, and the optional rule for a Command that runs.
//!
//! The chart names the orders but not what each permits: the limits here are our rulings (S 27, S 54), in `limits`.

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Limit;
use crate::rules::*;
use crate::{Book, Referee};

keys! {
    /// The order in force for a formation.
    pub enum Order {
        /// It attacks.
        Attack = "attack",
        /// It marches to a destination.
        Move = "move",
        /// It is held in Reserve.
        Reserve = "reserve",
        /// It has none.
        None = "none",
    }
}

keys! {
    /// What a stack wants to do in its activity.
    pub enum Wish {
        /// Fire from where it stands.
        Fire = "fire",
        /// Move, without closing with the enemy.
        Move = "move",
        /// Leave Column, Mounted or Limbered.
        Deploy = "deploy",
        /// Make a Closing Roll.
        Close = "close",
        /// Charge.
        Charge = "charge",
    }
}

/// A stack and the order it is under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PermissionSituation {
    /// The order in force for its formation.
    pub order: Order,
    /// What it wants to do.
    pub wish: Wish,
    /// Whether it is within the Command Radius of its leader or HQ, or posted.
    #[serde(default = "yes")]
    pub in_radius: bool,
    /// Out of radius, or a Reserve too far from its leader: whether its move ends nearer to him.
    #[serde(default)]
    pub ends_nearer: bool,
    /// Without orders: whether its move ends outside the radius of its leader or HQ.
    #[serde(default)]
    pub leaves_radius: bool,
    /// A Move order: whether it goes in another formation than Column, Mounted or Limbered, or away from its destination.
    #[serde(default)]
    pub strays: bool,
    /// A Move order: whether it has reached its destination, or its leader has rolled to deploy.
    #[serde(default)]
    pub released: bool,
    /// A Reserve: hexes between its leader and where it stands or stops.
    #[serde(default)]
    pub leader_hexes: u16,
    /// Hexes to the enemy: for fire the range, otherwise from where it began the activity.
    #[serde(default)]
    pub enemy_hexes: u16,
    /// Whether it is artillery of a battalion: it acts freely inside its radius.
    #[serde(default)]
    pub artillery: bool,
}

fn yes() -> bool {
    true
}

keys! {
    /// Whether it may, and if not why.
    pub enum Verdict {
        /// It may.
        Permitted = "permitted",
        /// It is out of radius: it may stay and fire, or end nearer to its leader.
        OutOfRadius = "out-of-radius",
        /// Without orders it moves inside its radius.
        LeavesRadius = "leaves-radius",
        /// On the march it neither deploys nor closes.
        OnTheMarch = "on-the-march",
        /// On the march it goes to its destination in Column, Mounted or Limbered.
        Strays = "strays",
        /// A Reserve stays near its leader.
        ReserveTooFar = "reserve-too-far",
        /// A Reserve fires only at enemies that come near, and does not close.
        ReserveHolds = "reserve-holds",
        /// Without orders it attacks only enemies close to where it began.
        EnemyTooFar = "enemy-too-far",
    }
}

/// What the order says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct PermissionOutcome {
    /// Whether it may, and if not why.
    pub verdict: Verdict,
}

/// What orders permit, as a procedure.
pub struct Permission;

impl Procedure for Permission {
    type Book = Book;
    type Situation = PermissionSituation;
    type Outcome = PermissionOutcome;

    const NAME: &'static str = "orders-permit";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "May a stack fire, move, deploy, close or charge under the order in force?";

    fn examples() -> Vec<(&'static str, PermissionSituation)> {
        let plain = PermissionSituation {
            order: Order::Attack,
            wish: Wish::Charge,
            in_radius: true,
            ends_nearer: false,
            leaves_radius: false,
            strays: false,
            released: false,
            leader_hexes: 0,
            enemy_hexes: 1,
            artillery: false,
        };
        vec![
            ("a charge under Attack orders", plain.clone()),
            (
                "a regiment on the march meets the enemy",
                PermissionSituation { order: Order::Move, wish: Wish::Close, ..plain.clone() },
            ),
            (
                "a regiment on the march leaves the road to its destination",
                PermissionSituation { order: Order::Move, wish: Wish::Move, strays: true, ..plain.clone() },
            ),
            (
                "a regiment without orders wanders off",
                PermissionSituation { order: Order::None, wish: Wish::Move, leaves_radius: true, ..plain.clone() },
            ),
            (
                "a Reserve sees a target six hexes away",
                PermissionSituation { order: Order::Reserve, wish: Wish::Fire, enemy_hexes: 6, ..plain.clone() },
            ),
            (
                "a counter-attack without orders",
                PermissionSituation { order: Order::None, enemy_hexes: 3, ..plain.clone() },
            ),
            ("a regiment that has lost its brigadier from sight", PermissionSituation { in_radius: false, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &PermissionSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let guns_march = !situation.artillery || matches!(situation.order, Order::Move | Order::None);
        refusal.unless(guns_march, "order", LB_HOUSE_ARTYBN, || "artillery battalions get Move orders only".to_owned());
        refusal.unless(
            !(situation.artillery && situation.wish == Wish::Charge),
            "wish",
            LB_FORM_ART_UNLIMBERED,
            || "artillery does not charge".to_owned(),
        );
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &PermissionSituation, umpire: &mut U) -> Ruling<PermissionOutcome, U> {
        let within = |limit, hexes: u16, umpire: &mut U| hexes <= umpire.read(book.tables.limits.at(limit));
        let closes = matches!(situation.wish, Wish::Close | Wish::Charge);
        let moves = situation.wish == Wish::Move;
        let holds_fire = situation.order == Order::Reserve
            && situation.wish == Wish::Fire
            && !within(Limit::ReserveRange, situation.enemy_hexes, umpire);
        let verdict = if holds_fire {
            umpire.cite(LB_CMDROLL_MOD_RESERVE);
            Verdict::ReserveHolds
        } else if !situation.in_radius && situation.wish != Wish::Deploy {
            // How it is formed on its way is a matter of its order: what counts is where the move ends.
            umpire.cite(LB_RADIUS_TABLE);
            let may = situation.wish == Wish::Fire || (moves && situation.ends_nearer);
            if may { Verdict::Permitted } else { Verdict::OutOfRadius }
        } else if situation.order == Order::None && moves && situation.leaves_radius {
            umpire.cite(LB_RADIUS_TABLE);
            Verdict::LeavesRadius
        } else if situation.artillery && situation.order == Order::None {
            umpire.cite(LB_RADIUS_ARTYBN);
            Verdict::Permitted
        } else {
            match situation.order {
                Order::Attack => Verdict::Permitted,
                Order::Move if situation.released => Verdict::Permitted,
                Order::Move => {
                    umpire.cite(LB_CMDROLL_MOD_DEPLOY);
                    match situation.wish {
                        Wish::Deploy | Wish::Close | Wish::Charge => Verdict::OnTheMarch,
                        Wish::Move if situation.strays => Verdict::Strays,
                        Wish::Move | Wish::Fire => Verdict::Permitted,
                    }
                }
                Order::Reserve if closes => Verdict::ReserveHolds,
                Order::Reserve => {
                    umpire.cite(LB_CMDROLL_MOD_RESERVE);
                    let too_far = !within(Limit::ReserveLeader, situation.leader_hexes, umpire);
                    let strays = moves && too_far && !situation.ends_nearer;
                    if strays { Verdict::ReserveTooFar } else { Verdict::Permitted }
                }
                Order::None if closes && !within(Limit::NoOrdersReach, situation.enemy_hexes, umpire) => {
                    Verdict::EnemyTooFar
                }
                Order::None => Verdict::Permitted,
            }
        };
        Ok(PermissionOutcome { verdict })
    }

    fn line(outcome: &PermissionOutcome) -> String {
        match outcome.verdict {
            Verdict::Permitted => "it may",
            Verdict::OutOfRadius => "no: out of radius it may stay and fire, or move nearer to its leader",
            Verdict::LeavesRadius => "no: without orders it moves inside the radius of its leader",
            Verdict::OnTheMarch => "no: on the march it neither deploys nor closes",
            Verdict::Strays => "no: on the march it goes to its destination in Column, Mounted or Limbered",
            Verdict::ReserveTooFar => "no: a Reserve stays near its leader",
            Verdict::ReserveHolds => "no: a Reserve holds its ground and fires only at enemies that come near",
            Verdict::EnemyTooFar => "no: without orders it attacks only enemies close by",
        }
        .to_owned()
    }
}

keys! {
    /// Why an order ends.
    pub enum Cause {
        /// Its destination or objective is reached.
        Fulfilled = "fulfilled",
        /// Its owner declares an attack futile.
        Futile = "futile",
        /// Fluke Stoppage.
        Stopped = "stopped",
        /// The formation has accepted another order.
        Replaced = "replaced",
    }
}

/// An order that ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderEndSituation {
    /// The order.
    pub order: Order,
    /// Why it ends.
    pub cause: Cause,
}

/// What then holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct OrderEndOutcome {
    /// Whether it ends for every division of the Command; otherwise for this formation alone.
    pub whole_command: bool,
    /// Whether the divisions concerned become Recovering: no Attack order until Attack Recovery succeeds.
    pub recovering: bool,
    /// Whether the division is Stopped: it must get out of reach of enemy small arms first.
    pub stopped: bool,
}

/// The end of an order as a procedure.
pub struct OrderEnd;

impl Procedure for OrderEnd {
    type Book = Book;
    type Situation = OrderEndSituation;
    type Outcome = OrderEndOutcome;

    const NAME: &'static str = "order-ends";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str =
        "An order is fulfilled, futile, stopped or replaced: for whom it ends, and what follows.";

    fn examples() -> Vec<(&'static str, OrderEndSituation)> {
        let of = |order, cause| OrderEndSituation { order, cause };
        vec![
            ("the objective is taken", of(Order::Attack, Cause::Fulfilled)),
            ("the attack is given up", of(Order::Attack, Cause::Futile)),
            ("a division stops", of(Order::Attack, Cause::Stopped)),
            ("a march is replaced by another order", of(Order::Move, Cause::Replaced)),
        ]
    }

    fn check(_: &Book, situation: &OrderEndSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal
            .unless(situation.order != Order::None, "order", LB_CMDROLL_YES, || "there is no order to end".to_owned());
        let attack = situation.order == Order::Attack;
        refusal.unless(attack || situation.cause != Cause::Stopped, "cause", LB_FLUKE_RESULT, || {
            "only divisions that execute an Attack order are stopped".to_owned()
        });
        refusal.unless(attack || situation.cause != Cause::Futile, "cause", LB_RECOV_WHEN, || {
            "only an attack is declared futile".to_owned()
        });
        refusal.unless(
            !(situation.order == Order::Reserve && situation.cause == Cause::Fulfilled),
            "cause",
            LB_RES_ESTABLISHED,
            || "a Reserve ends by its release or another order".to_owned(),
        );
        refusal.verdict()
    }

    fn run<U: Referee>(_: &Book, situation: &OrderEndSituation, umpire: &mut U) -> Ruling<OrderEndOutcome, U> {
        let attack = situation.order == Order::Attack;
        if attack {
            umpire.cite(LB_RECOV_WHEN);
        }
        let whole = attack && matches!(situation.cause, Cause::Fulfilled | Cause::Futile);
        let stopped = situation.cause == Cause::Stopped || (attack && situation.cause == Cause::Futile);
        Ok(OrderEndOutcome { whole_command: whole, recovering: attack, stopped })
    }

    fn line(outcome: &OrderEndOutcome) -> String {
        let whom = if outcome.whole_command { "for the whole Command" } else { "for this formation" };
        let recovering = if outcome.recovering { "; its divisions are Recovering" } else { "" };
        let stopped = if outcome.stopped { " and Stopped" } else { "" };
        format!("it ends {whom}{recovering}{stopped}")
    }
}

/// A Command that may run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkedaddleSituation {
    /// Whether an enemy in Line or Mounted has entered the hex of its HQ; otherwise its owner chooses to run.
    pub headquarters_entered: bool,
}

/// What the Command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SkedaddleOutcome {
    /// Whether this table plays the rule; if so all its orders end and its units run in marching formation.
    pub runs: bool,
    /// Hexes that the HQ may move at once.
    pub headquarters_hexes: u16,
}

/// The optional rule for a Command that runs, as a procedure.
pub struct Skedaddle;

impl Procedure for Skedaddle {
    type Book = Book;
    type Situation = SkedaddleSituation;
    type Outcome = SkedaddleOutcome;

    const NAME: &'static str = "skedaddle";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str =
        "A Command whose HQ is reached, or that chooses to, gives up all orders and runs (optional).";

    fn examples() -> Vec<(&'static str, SkedaddleSituation)> {
        vec![
            ("the enemy is among the tents", SkedaddleSituation { headquarters_entered: true }),
            ("a corps slips away", SkedaddleSituation { headquarters_entered: false }),
        ]
    }

    fn check(_: &Book, _: &SkedaddleSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, _: &SkedaddleSituation, umpire: &mut U) -> Ruling<SkedaddleOutcome, U> {
        umpire.cite(LB_HOUSE_RUN);
        let runs = book.switches.skedaddle;
        let hexes = if runs { umpire.read(book.tables.limits.at(Limit::SkedaddleHexes)) } else { 0 };
        Ok(SkedaddleOutcome { runs, headquarters_hexes: hexes })
    }

    fn line(outcome: &SkedaddleOutcome) -> String {
        if outcome.runs {
            format!(
                "all its orders end; its units go to Column, Mounted or Limbered and make for the HQ, which moves up to {}",
                counted(outcome.headquarters_hexes, "hex", "hexes")
            )
        } else {
            "this table does not play it".to_owned()
        }
    }
}
