//! What is settled before anybody moves.

use engine::game::DiceMode;
use engine::{Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::Pace;
use crate::seat::{Player, Seat};

/// LIMIT: seats at one table.
pub(crate) const SEATS_MAX: usize = 16;
/// LIMIT: characters of a name or a title.
const NAME_MAX: usize = 80;

/// What a table agrees upon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// What the game is called.
    pub title: String,
    /// Whether people throw the dice and type them.
    #[serde(default)]
    pub typed_dice: bool,
    /// How fast people mean to play.
    #[serde(default)]
    pub pace: Pace,
}

impl Settings {
    pub(crate) fn dice(&self) -> DiceMode {
        if self.typed_dice { DiceMode::Typed } else { DiceMode::Live }
    }
}

/// Everything that is settled before anybody moves, besides the battle itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// What the table agrees upon.
    pub settings: Settings,
    /// Who sits where.
    pub seats: Vec<Seat>,
    /// The save this game was branched off as, before its first order; nothing where it begins at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// Whether a name, or a word of people, is read as it is written: nothing in it is invisible or turns the text around it, with
/// which one could take the name of another for his own.
pub fn shows_itself(text: &str) -> bool {
    let hides = |character: char| {
        character.is_control()
            || matches!(character,
                '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
    };
    !text.trim().is_empty() && !text.chars().any(hides)
}

impl Setup {
    /// Refuses a table at which nobody could play, with every reason.
    pub fn check(&self) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let named = |name: &str| (1..=NAME_MAX).contains(&name.chars().count()) && shows_itself(name);
        refusal.unless_senseless(named(&self.settings.title), "settings.title", || {
            format!("give the game a title of at most {NAME_MAX} characters")
        });
        refusal.unless_senseless((1..=SEATS_MAX).contains(&self.seats.len()), "seats", || {
            format!("a table has one seat at least and {SEATS_MAX} at most")
        });
        for (place, seat) in self.seats.iter().enumerate() {
            let field = format!("seats.{place}.name");
            refusal.unless_senseless(named(&seat.name), &field, || {
                format!("give the seat a name of at most {NAME_MAX} characters")
            });
            let twice = self.seats.iter().take(place).any(|other| other.name == seat.name);
            refusal.unless_senseless(!twice, &field, || format!("two seats are called {}", seat.name));
            let idle = seat.player != Player::Person && !seat.role.plays();
            refusal.unless_senseless(!idle, &format!("seats.{place}.player"), || {
                "a general commands a side: let people look on and referee".to_owned()
            });
        }
        for side in Side::ALL {
            let commanders = self.seats.iter().filter(|seat| seat.role.commands(side)).count();
            refusal.unless_senseless(commanders > 0, "seats", || format!("nobody commands the {} side", side.name()));
        }
        refusal.verdict()
    }
}
