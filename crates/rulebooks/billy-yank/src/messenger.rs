//! Orders and the messengers who carry them (sections 5.9 and 9.6).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charge::Order;
use crate::charts::{Level, Limit, MessengerRow};
use crate::rules::*;
use crate::{Book, Referee};

/// An enemy on a messenger's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ambush {
    /// Metres the messenger has ridden this turn when he comes nearest.
    pub after_m: u16,
    /// Metres between him and the enemy there.
    pub distance_m: u16,
    /// Whether the enemy can see him.
    #[serde(default = "yes")]
    pub sees: bool,
}

fn yes() -> bool {
    true
}

/// One turn of an order on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MessengerSituation {
    /// The side that sends it.
    pub side: Side,
    /// The level of the commander who gives the order.
    pub sender: Level,
    /// Metres between him and the brigade commander: near enough, he gives it by word.
    pub sender_distance_m: u16,
    /// The order.
    #[serde(default)]
    pub order: Order,
    /// Metres the messenger still has to ride.
    pub to_ride_m: u16,
    /// The first enemy on his way this turn, if there is one.
    #[serde(default)]
    pub enemy: Option<Ambush>,
}

keys! {
    /// What has become of an order.
    pub enum Delivery {
        /// Given by word, at once.
        ByWord = "by-word",
        /// The messenger has delivered it.
        Delivered = "delivered",
        /// He rides on next turn.
        Riding = "riding",
        /// He is back beside the sender and may set out again next turn.
        TurnedBack = "turned-back",
        /// He is taken, and the enemy has read the order.
        Captured = "captured",
    }
}

/// What has become of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MessengerOutcome {
    /// What has become of it.
    pub delivery: Delivery,
    /// Metres the messenger still has to ride.
    pub to_ride_m: u16,
}

/// 5.9 and 9.6 as a procedure.
pub struct Messenger;

impl Procedure for Messenger {
    type Book = Book;
    type Situation = MessengerSituation;
    type Outcome = MessengerOutcome;

    const NAME: &'static str = "messenger";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "An order is given by word or carried by a messenger, whom the enemy may strike at.";

    fn examples() -> Vec<(&'static str, MessengerSituation)> {
        let plain = MessengerSituation {
            side: Side::Union,
            sender: Level::Division,
            sender_distance_m: 900,
            order: Order::Attack,
            to_ride_m: 450,
            enemy: Some(Ambush { after_m: 200, distance_m: 80, sees: true }),
        };
        vec![
            ("a messenger passes enemy skirmishers", plain.clone()),
            ("an open road", MessengerSituation { enemy: None, to_ride_m: 700, ..plain.clone() }),
            ("by word of mouth", MessengerSituation { sender_distance_m: 300, ..plain }),
        ]
    }

    fn check(book: &Book, situation: &MessengerSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(book.switches.orders, "order", BY_MSG_TABLE, || {
            "the switch orders-and-messengers is off".to_owned()
        });
        refusal.unless(situation.sender != Level::Brigade, "sender", BY_HOUSE_ORDERS, || {
            "a brigade commander receives orders: one above him gives them".to_owned()
        });
        let ride = book.limit(Limit::RiderMove);
        if let Some(enemy) = situation.enemy {
            let most = ride.min(situation.to_ride_m);
            refusal.unless(enemy.after_m <= most, "enemy.after_m", BY_MSG_TABLE, || {
                format!("he rides {most} metres this turn")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MessengerSituation, umpire: &mut U) -> Ruling<MessengerOutcome, U> {
        let reach = umpire.read(book.tables.morale.reach.at(situation.sender));
        if situation.sender_distance_m <= reach {
            return Ok(MessengerOutcome { delivery: Delivery::ByWord, to_ride_m: 0 });
        }
        let near = umpire.read(book.tables.limits.at(Limit::MessengerReach));
        if situation.enemy.is_some_and(|enemy| enemy.sees && enemy.distance_m <= near) {
            let die = umpire.d6(BY_MSG_TABLE)?;
            let lost = match umpire.read(book.tables.morale.messenger.at(die)?) {
                MessengerRow::Missed => {
                    umpire.cite(BY_MSG_MISSED);
                    None
                }
                MessengerRow::TurnedBack => {
                    umpire.cite(BY_MSG_TURNED);
                    Some(Delivery::TurnedBack)
                }
                MessengerRow::Captured => {
                    umpire.cite(BY_MSG_CAPTURED);
                    Some(Delivery::Captured)
                }
            };
            if let Some(delivery) = lost {
                let to_ride_m = if delivery == Delivery::Captured { 0 } else { situation.sender_distance_m };
                return Ok(MessengerOutcome { delivery, to_ride_m });
            }
        }
        let ride = umpire.read(book.tables.limits.at(Limit::RiderMove));
        let close = umpire.read(book.tables.limits.at(Limit::DeliveryReach));
        let left = situation.to_ride_m.saturating_sub(ride);
        Ok(match left <= close {
            true => MessengerOutcome { delivery: Delivery::Delivered, to_ride_m: 0 },
            false => MessengerOutcome { delivery: Delivery::Riding, to_ride_m: left },
        })
    }

    fn line(outcome: &MessengerOutcome) -> String {
        match outcome.delivery {
            Delivery::ByWord => "given by word, at once".to_owned(),
            Delivery::Delivered => "delivered".to_owned(),
            Delivery::Riding => format!("still {} to ride", counted(outcome.to_ride_m, "metre", "metres")),
            Delivery::TurnedBack => "turned back to the sender".to_owned(),
            Delivery::Captured => "captured, and the enemy reads the order".to_owned(),
        }
    }
}

/// What a unit of a brigade means to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderSituation {
    /// The order of its brigade.
    pub order: Order,
    /// Whether it means to charge.
    #[serde(default)]
    pub charges: bool,
    /// The range in metres at which it means to fire, if it does.
    #[serde(default)]
    pub fires_at_m: Option<u16>,
    /// Metres between the end of its move and the place where the order took effect.
    #[serde(default)]
    pub moved_m: u16,
    /// Whether it would end nearer to an enemy that it sees.
    #[serde(default)]
    pub nearer_enemy: bool,
    /// Whether it is Overenthusiastic.
    #[serde(default)]
    pub overenthusiastic: bool,
}

/// Whether the order allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct OrderOutcome {
    /// Whether all of it is allowed.
    pub allowed: bool,
}

/// 9.6: what an order allows.
pub struct Orders;

impl Procedure for Orders {
    type Book = Book;
    type Situation = OrderSituation;
    type Outcome = OrderOutcome;

    const NAME: &'static str = "order";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "Whether the order of its brigade lets a unit do what it means to do.";

    fn examples() -> Vec<(&'static str, OrderSituation)> {
        let of = |order| OrderSituation {
            order,
            charges: false,
            fires_at_m: Some(350),
            moved_m: 80,
            nearer_enemy: true,
            overenthusiastic: false,
        };
        vec![
            ("a brigade on the advance fires", of(Order::Advance)),
            ("a brigade on hold means to charge", OrderSituation { charges: true, ..of(Order::Hold) }),
            ("a brigade in reserve fires too far", of(Order::Reserve)),
            ("a brigade ordered back goes forward", of(Order::Withdraw)),
            (
                "nobody stops the Overenthusiastic",
                OrderSituation { charges: true, overenthusiastic: true, ..of(Order::Hold) },
            ),
        ]
    }

    fn check(_: &Book, _: &OrderSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &OrderSituation, umpire: &mut U) -> Ruling<OrderOutcome, U> {
        if situation.overenthusiastic {
            umpire.cite(BY_MOR_RES_OVER_ATTACK);
        }
        if situation.overenthusiastic || !book.switches.orders || situation.order == Order::Attack {
            return Ok(OrderOutcome { allowed: true });
        }
        let leash = umpire.read(book.tables.limits.at(Limit::OrderLeash));
        let range = umpire.read(book.tables.limits.at(Limit::ReserveRange));
        let stays = situation.moved_m <= leash;
        let near_fire = situation.fires_at_m.is_none_or(|fires_at| fires_at <= range);
        let fits = match situation.order {
            Order::Attack | Order::Advance => true,
            Order::Hold => stays,
            Order::Withdraw => !situation.nearer_enemy,
            Order::Reserve => stays && near_fire,
        };
        Ok(OrderOutcome { allowed: fits && !situation.charges })
    }

    fn line(outcome: &OrderOutcome) -> String {
        if outcome.allowed { "the order allows it" } else { "the order forbids it" }.to_owned()
    }
}
