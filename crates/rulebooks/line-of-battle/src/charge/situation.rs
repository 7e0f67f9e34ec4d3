//! What a Charge asks about.

use engine::{Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::charts::{Cover, MoraleState, Rating};
use crate::closing::check_closer;
use crate::fire::{is_rear, led, rated, regiment};
use crate::morale::Shelter;
use crate::rules::*;
use crate::unit::{Arm, Formation, Light, Stack, Weapon, check_members, check_stack, formation_row, formation_rule};
use crate::volley::{VolleyHex, check_volleys};

/// A stack that Charges an adjacent hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeSituation {
    /// The side that Charges.
    pub side: Side,
    /// The attacker: infantry in Line, or mounted cavalry.
    pub attacker: Stack,
    /// The defender.
    pub defender: Stack,
    /// Whether the attacker comes through the Rear of the defender's top unit.
    #[serde(default)]
    pub rear: bool,
    /// What stands between; Breastworks only if the attacker crosses a protected hexside.
    #[serde(default)]
    pub shelter: Shelter,
    /// Whether the attacker began its activity next to the target hex.
    #[serde(default)]
    pub began_adjacent: bool,
    /// Whether the attacker began its activity in Breastworks.
    #[serde(default)]
    pub began_in_works: bool,
    /// Whether it has already Charged in this activity.
    #[serde(default)]
    pub charged_before: bool,
    /// Whether artillery with canister outside the target hex has the attacker in its front.
    #[serde(default)]
    pub other_canister: bool,
    /// Whether unlimbered guns in the target hex have the attacker in their own front; left out: if he does not come through the
    /// Rear of the top unit.
    #[serde(default)]
    pub guns_face: Option<bool>,
    /// Other hexes able and willing to deliver the Opening Volley instead of the target.
    #[serde(default)]
    pub volleys: Vec<VolleyHex>,
    /// Whether an Open Order Capable defender has two hexes to withdraw.
    #[serde(default = "yes")]
    pub can_withdraw: bool,
    /// Whether the defender is in or next to Cowardly Legs that it did not make.
    #[serde(default)]
    pub cowardly_legs: bool,
    /// The light of the turn.
    #[serde(default = "day")]
    pub light: Light,
}

fn yes() -> bool {
    true
}

fn day() -> Light {
    Light::Day
}

impl ChargeSituation {
    /// Whether the attacker is in the saddle.
    pub(super) fn is_mounted(&self) -> bool {
        self.attacker.units.iter().any(|unit| unit.formation == Formation::Mounted)
    }

    pub(super) fn check(&self, book: &Book) -> Result<(), Refusal> {
        self.check_at(book, check_stack)
    }

    /// The same for a defender who stands on the map, too many in his hex or not.
    pub(crate) fn check_on_map(&self, book: &Book) -> Result<(), Refusal> {
        self.check_at(book, check_members)
    }

    fn check_at(&self, book: &Book, defender: fn(&Book, &mut Refusal, &str, &Stack)) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stack(book, &mut refusal, "attacker", &self.attacker);
        defender(book, &mut refusal, "defender", &self.defender);
        self.shelter.check(&mut refusal);
        check_volleys(book, &mut refusal, &self.volleys, false);
        for (index, unit) in self.attacker.units.iter().enumerate() {
            check_closer(&mut refusal, || format!("attacker.units[{index}]"), &self.attacker, unit);
            let row = formation_row(unit.arm, unit.formation, true);
            let field = || format!("attacker.units[{index}].formation");
            if unit.is_open_order() {
                refusal.unless(false, &field(), LB_OO_NOCHARGE, || "Open Order units never Charge".to_owned());
            } else if !book.tables.formations.at(row).charge.value {
                refusal.unless(false, &field(), formation_rule(row), || format!("{row} does not Charge"));
            }
        }
        let mixed = self.is_mounted() && self.attacker.units.iter().any(|unit| unit.formation != Formation::Mounted);
        refusal.unless(!mixed, "attacker.units", LB_FORM_CAV_MOUNTED, || {
            "infantry and mounted cavalry do not Charge together".to_owned()
        });
        // S 18: horsemen do not ride into the front of steady infantry in Line.
        let steady = |state| !matches!(state, MoraleState::Disorganized | MoraleState::Routed);
        let hedge = self
            .defender
            .units
            .iter()
            .any(|unit| unit.arm == Arm::Infantry && unit.formation == Formation::Line && steady(unit.state));
        let front = !is_rear(book, &self.defender, self.rear);
        refusal.unless(!(self.is_mounted() && hedge && front), "rear", LB_FORM_CAV_MOUNTED, || {
            "mounted cavalry does not Charge the front of steady infantry in Line".to_owned()
        });
        refusal.verdict()
    }
}

fn battery(sp: u8) -> Stack {
    let mut stack = regiment(sp);
    stack.units[0].arm = Arm::Artillery;
    stack.units[0].formation = Formation::Unlimbered;
    stack.units[0].weapon = Some(Weapon::Artillery(crate::charts::Gun::Napoleon));
    stack
}

fn horse(sp: u8) -> Stack {
    let mut stack = regiment(sp);
    stack.units[0].arm = Arm::Cavalry;
    stack.units[0].formation = Formation::Mounted;
    stack.units[0].rating = Rating::B;
    stack
}

pub(super) fn examples() -> Vec<(&'static str, ChargeSituation)> {
    let plain = ChargeSituation {
        side: Side::Confederate,
        attacker: rated(regiment(6), Rating::B, MoraleState::Normal),
        defender: regiment(5),
        rear: false,
        shelter: Shelter::default(),
        began_adjacent: false,
        began_in_works: false,
        charged_before: false,
        other_canister: false,
        guns_face: None,
        volleys: vec![],
        can_withdraw: true,
        cowardly_legs: false,
        light: Light::Day,
    };
    let lusting = led(rated(regiment(9), Rating::B, MoraleState::BloodLust), 1);
    let mut skirmishers = regiment(3);
    skirmishers.units[0].formation = Formation::OpenOrder;
    let works = Shelter { cover: vec![Cover::Breastworks], ..Shelter::default() };
    let hex = VolleyHex { range: 2, charged: false, canister: true, wrecked: false, sharpshooters: false };
    vec![
        ("a regiment charges another", plain.clone()),
        (
            "Blood Lust and a general against a weak regiment",
            ChargeSituation { attacker: lusting, defender: regiment(4), ..plain.clone() },
        ),
        (
            "horsemen ride down a battery from behind",
            ChargeSituation { attacker: horse(6), defender: battery(4), rear: true, ..plain.clone() },
        ),
        (
            "into the muzzles, from where it stood",
            ChargeSituation {
                attacker: rated(regiment(7), Rating::A, MoraleState::Shaken),
                defender: battery(5),
                began_adjacent: true,
                ..plain.clone()
            },
        ),
        (
            "a handful against Breastworks at night",
            ChargeSituation {
                attacker: rated(regiment(3), Rating::A, MoraleState::Normal),
                shelter: works,
                light: Light::Night,
                ..plain.clone()
            },
        ),
        ("a battery beside the target may volley", ChargeSituation { volleys: vec![hex], ..plain.clone() }),
        ("a last man with his general", ChargeSituation { defender: led(regiment(1), 2), ..plain.clone() }),
        ("skirmishers withdraw", ChargeSituation { defender: skirmishers.clone(), ..plain.clone() }),
        ("skirmishers caught by horsemen", ChargeSituation { attacker: horse(5), defender: skirmishers, ..plain }),
    ]
}
