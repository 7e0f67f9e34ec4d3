//! A whole game as a list of what is asked, seat by seat.
//!
//! With typed dice a game does not depend on the secret of its table, so the same list is the same game at every table.

use std::fs;
use std::path::Path;

use engine::book::Folder;
use engine::game::WaitingLine;
use engine::{Fast, Secret, Side};
use serde_json::{Value, json};
use table::{Ask, SeatId, Setup, Table, Tell};

/// Who asks, and what, as it goes over a socket.
#[derive(Clone)]
pub struct Step {
    pub seat: usize,
    pub text: String,
}

/// A table of four: two sides and two who look on.
pub fn wanted() -> Value {
    let seat = |name: &str, role: &str| json!({ "name": name, "role": role, "player": "person" });
    json!({
        "rulebook": "elephant",
        "battle": "training-toll-gate",
        "setup": {
            "settings": { "title": "The toll gate", "typed_dice": true },
            "seats": [
                seat("Anna", "union"), seat("Ben", "confederate"), seat("Cora", "spectator"), seat("Dan", "spectator"),
            ],
        },
    })
}

/// Plays a game to its end, or until there are so many steps.
pub fn game(seed: u64, most: usize) -> Vec<Step> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/training-toll-gate");
    let read = |name: &str| (name.to_owned(), fs::read(path.join(name)).expect("the file is there"));
    let folder =
        Folder { name: "training-toll-gate".to_owned(), files: ["battle.toml", "ground.geojson"].map(read).into() };
    let book = shelf::take("elephant", None).expect("the printed charts open");
    let field = book.take_field(&folder).expect("it has a game").expect("the battle musters");
    let setup: Setup = serde_json::from_value(wanted()["setup"].clone()).expect("a setup");
    let mut table = Table::new(field.as_ref(), setup, Secret::new([1; 32])).expect("a table");
    let mut chance = Fast::seeded(seed);
    let mut steps = Vec::new();
    while steps.len() < most {
        let (Some(side), _) = table.to_decide() else { break };
        let asks: Vec<Ask> = match table.game().pending() {
            Some(WaitingLine::Answer { choices, .. }) => {
                let choice = chance.below(choices.len() as u32) as usize;
                vec![Ask::Answer { choice: choices[choice].clone() }]
            }
            Some(WaitingLine::Dice { count, low, high, .. }) => {
                let face = |chance: &mut Fast| low + chance.below(u32::from(high - low) + 1) as u8;
                vec![Ask::Throw { faces: (0..count).map(|_| face(&mut chance)).collect() }]
            }
            None => {
                let mut offers = table.game().offers(side, 200);
                let first = chance.below(offers.len() as u32) as usize;
                offers.rotate_left(first);
                offers.into_iter().map(|offer| Ask::Order { command: offer.command, after: None }).collect()
            }
        };
        let seat = usize::from(side == Side::Confederate);
        let seat_id = SeatId(seat as u8);
        let mut done = false;
        for ask in asks {
            if table.hear(seat_id, ask.clone(), 0).tell == Tell::Done {
                let text = json!({ "what": "ask", "number": steps.len(), "ask": ask }).to_string();
                steps.push(Step { seat, text });
                done = true;
                break;
            }
        }
        if !done {
            break;
        }
    }
    steps
}
