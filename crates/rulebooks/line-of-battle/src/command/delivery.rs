//! Order Delivery (10.6a) and night orders (P1).

use engine::book::Procedure;
use engine::{Asks, Refusal, Rule, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Awareness, DeliveryDistance, Level, Limit};
use crate::command::radius::radius_rule;
use crate::rules::*;
use crate::{Book, Event, Referee};

keys! {
    /// When an order is issued.
    pub enum Hour {
        /// By day or twilight.
        Day = "day",
        /// On the turn of 12 midnight.
        Midnight = "midnight",
        /// On another night turn.
        Night = "night",
    }
}

/// Who sends the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sender {
    /// The army commander, with this awareness.
    Army(Awareness),
    /// A Command that relays an order to its division: the level of the Command.
    Relay(Level),
}

/// An order on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeliverySituation {
    /// Who sends it.
    pub sender: Sender,
    /// Hexes between the two HQs, or leaders where there is no HQ.
    pub distance: u16,
    /// Whether the addressee is in Reserve.
    #[serde(default)]
    pub to_reserve: bool,
    /// When it is issued; a relay is never held up by the night.
    #[serde(default = "day")]
    pub hour: Hour,
    /// Whether the scenario's Order of Arrival prohibits night orders.
    #[serde(default)]
    pub night_orders_prohibited: bool,
    /// The turn on which it is sent, or on which it reached the Command that relays it.
    #[serde(default)]
    pub turn: u16,
}

fn day() -> Hour {
    Hour::Day
}

/// When an order arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Delivery {
    /// On this turn; the addressee may roll to accept it then and on every later turn.
    Turn(u16),
    /// On the first Twilight turn of the morning.
    FirstTwilight,
    /// It cannot be issued now.
    NotNow,
}

/// When an order arrives, and how many turns that takes by the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct DeliveryOutcome {
    /// When it arrives.
    pub delivery: Delivery,
    /// The total of the chart, in turns.
    pub turns: u16,
}

/// LIMIT: hexes between two HQs and turns of a battle; far beyond any map.
const FAR_OFF: u16 = 1_000;

/// P1 as a procedure.
pub struct OrderDelivery;

impl Procedure for OrderDelivery {
    type Book = Book;
    type Situation = DeliverySituation;
    type Outcome = DeliveryOutcome;

    const NAME: &'static str = "order-delivery";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "How many turns an order takes from one headquarters to another.";

    fn examples() -> Vec<(&'static str, DeliverySituation)> {
        let plain = DeliverySituation {
            sender: Sender::Army(Awareness::Normal),
            distance: 14,
            to_reserve: false,
            hour: Hour::Day,
            night_orders_prohibited: false,
            turn: 10,
        };
        let unsure = Sender::Army(Awareness::NotSoSure);
        vec![
            ("a commander of normal awareness, within his radius", plain.clone()),
            (
                "a commander not so sure, to a Reserve far away",
                DeliverySituation { sender: unsure, distance: 57, to_reserve: true, ..plain.clone() },
            ),
            (
                "on fire, beyond his radius",
                DeliverySituation { sender: Sender::Army(Awareness::OnFire), distance: 30, ..plain.clone() },
            ),
            (
                "a comatose commander at midnight",
                DeliverySituation { sender: Sender::Army(Awareness::Comatose), hour: Hour::Midnight, ..plain.clone() },
            ),
            (
                "at midnight, where the scenario prohibits it",
                DeliverySituation { hour: Hour::Midnight, night_orders_prohibited: true, ..plain.clone() },
            ),
            ("in the small hours", DeliverySituation { hour: Hour::Night, ..plain.clone() }),
            ("a corps relays to its division", DeliverySituation { sender: Sender::Relay(Level::Corps), ..plain }),
        ]
    }

    fn check(_: &Book, situation: &DeliverySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(situation.distance <= FAR_OFF, "distance", LB_DELIV_DIST_BASIS, || {
            format!("at most {FAR_OFF} hexes")
        });
        refusal.unless(situation.turn <= FAR_OFF, "turn", LB_SEQ_TABLE, || format!("at most turn {FAR_OFF}"));
        let relays = matches!(situation.sender, Sender::Army(_) | Sender::Relay(Level::Corps | Level::Division));
        refusal.unless(relays, "sender", LB_RADIUS_TABLE, || "a corps or a division relays orders".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &DeliverySituation, umpire: &mut U) -> Ruling<DeliveryOutcome, U> {
        let from_army = matches!(situation.sender, Sender::Army(_));
        let turns = delivery_turns(book, situation, umpire);
        umpire.cite(LB_DELIV_RESULT);
        umpire.tell(|| Event::Ordered { turns });
        let by_day = Delivery::Turn(situation.turn.saturating_add(turns));
        let delivery = match situation.hour {
            Hour::Midnight if from_army => {
                umpire.cite(LB_NIGHT_ORDERS_WINDOW);
                if situation.night_orders_prohibited {
                    umpire.cite(LB_NIGHT_ORDERS_BAN);
                    Delivery::NotNow
                } else if !book.switches.night_orders {
                    Delivery::NotNow
                } else {
                    umpire.cite(LB_NIGHT_ORDERS_DELIVERY);
                    Delivery::FirstTwilight
                }
            }
            Hour::Night if from_army => {
                umpire.cite(LB_NIGHT_ORDERS_WINDOW);
                Delivery::NotNow
            }
            Hour::Day | Hour::Midnight | Hour::Night => by_day,
        };
        Ok(DeliveryOutcome { delivery, turns })
    }

    fn line(outcome: &DeliveryOutcome) -> String {
        match outcome.delivery {
            Delivery::Turn(turn) => {
                format!("delivered on turn {turn}, after {}", counted(outcome.turns, "turn", "turns"))
            }
            Delivery::FirstTwilight => "delivered on the first Twilight turn of the morning".to_owned(),
            Delivery::NotNow => "no order can be issued now".to_owned(),
        }
    }
}

/// P1 steps 1 to 3: awareness and distance, halved for a Reserve.
fn delivery_turns<U: Referee>(book: &Book, situation: &DeliverySituation, umpire: &mut U) -> u16 {
    let tables = &book.tables;
    umpire.cite(LB_DELIV_TOTAL);
    // S 10: a relay counts its distance only.
    let (level, awareness) = match situation.sender {
        Sender::Army(awareness) => {
            umpire.cite(awareness_rule(awareness));
            (Level::Army, umpire.read(tables.delivery_awareness.at(awareness)))
        }
        Sender::Relay(level) => (level, 0),
    };
    umpire.cite(LB_DELIV_DIST_BASIS);
    umpire.cite(radius_rule(level));
    let radius = umpire.read(tables.radius.at(level));
    let (band, rule) = if situation.distance <= radius {
        (DeliveryDistance::Within, LB_DELIV_DIST_WITHIN)
    } else if situation.distance < book.limit(Limit::FarHexes) {
        (DeliveryDistance::Beyond, LB_DELIV_DIST_BEYOND)
    } else {
        (DeliveryDistance::Far, LB_DELIV_DIST_FAR)
    };
    umpire.cite(rule);
    let total = awareness.saturating_add(umpire.read(tables.delivery_distance.at(band)));
    if !situation.to_reserve {
        return total;
    }
    // R 9: the addressee is in Reserve; it is not about an order to go there.
    umpire.cite(LB_DELIV_RESERVE);
    total / umpire.read(tables.limits.at(Limit::ReserveDivisor)).max(1)
}

fn awareness_rule(awareness: Awareness) -> Rule {
    match awareness {
        Awareness::OnFire => LB_DELIV_AWARE_ONFIRE,
        Awareness::Normal => LB_DELIV_AWARE_NORMAL,
        Awareness::NotSoSure => LB_DELIV_AWARE_NOTSURE,
        Awareness::Comatose => LB_DELIV_AWARE_COMATOSE,
    }
}
