//! Dependencies point one way.
//!
//! Every member of the workspace has a line in [`ROOMS`] that says which other members it may know. A crate without a
//! line fails the test: add it, and think about which way it points.

#![expect(clippy::panic, reason = "these are helpers of tests")]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Whom a crate may depend on, by the kind of dependency.
struct Room {
    /// The package's name.
    name: &'static str,
    /// What the crate itself may use.
    uses: &'static [&'static str],
    /// What else it may use.
    also: &'static [&'static str],
    /// What only its build script may use.
    builds_with: &'static [&'static str],
    /// What only its tests may use besides.
    tests_with: &'static [&'static str],
}

impl Room {
    fn uses(&self, name: &str) -> bool {
        self.uses.contains(&name) || self.also.contains(&name)
    }
}

/// A rulebook knows the engine, the ground and the battle, is printed by the press, and never names another rulebook.
const fn rulebook(name: &'static str) -> Room {
    Room { name, uses: &["engine", "field", "battle"], also: &[], builds_with: &["press"], tests_with: &["trial"] }
}

/// A room that knows rulebooks only through the façade; its tests may take real ones from the shelf.
const fn behind_the_facade(name: &'static str) -> Room {
    Room { name, uses: &["engine", "field", "battle"], also: &[], builds_with: &[], tests_with: &["shelf"] }
}

const fn room(name: &'static str, uses: &'static [&'static str]) -> Room {
    Room { name, uses, also: &[], builds_with: &[], tests_with: &[] }
}

const fn outermost(name: &'static str, also: &'static [&'static str]) -> Room {
    Room { name, uses: INNER, also, builds_with: &[], tests_with: RULEBOOKS }
}

/// The rulebooks, which only the shelf lists.
const RULEBOOKS: &[&str] = &["billy-yank", "elephant", "fire-and-fury", "line-of-battle", "volley-and-bayonet"];

/// What the outermost rooms may use: all that lies further in. Their tests may also name a rulebook.
const INNER: &[&str] = &["engine", "field", "battle", "atlas", "telling", "shelf", "generals", "study", "table"];

const ROOMS: &[Room] = &[
    room("engine", &[]),
    room("press", &[]),
    room("field", &[]),
    room("battle", &["field"]),
    room("atlas", &["field", "battle"]),
    room("telling", &["engine"]),
    rulebook("billy-yank"),
    rulebook("elephant"),
    rulebook("fire-and-fury"),
    rulebook("line-of-battle"),
    rulebook("volley-and-bayonet"),
    Room { name: "shelf", uses: &["engine"], also: RULEBOOKS, builds_with: &[], tests_with: &["trial"] },
    behind_the_facade("generals"),
    Room { also: &["generals"], ..behind_the_facade("study") },
    Room { also: &["telling"], ..behind_the_facade("table") },
    outermost("server", &[]),
    outermost("wasm", &[]),
    outermost("longroll", &["server"]),
    // For development only: nobody may use them.
    Room { name: "bench", uses: INNER, also: RULEBOOKS, builds_with: &[], tests_with: &[] },
    room("trial", &["engine"]),
    room("house", &[]),
];

#[test]
fn dependencies_point_one_way() {
    let members = members();
    let names: Vec<&str> = members.iter().map(name_of).collect();
    let mut wrong = Vec::new();
    for member in &members {
        let name = name_of(member);
        let Some(room) = ROOMS.iter().find(|room| room.name == name) else {
            wrong.push(format!(
                "{name} is not known here: give it a line in ROOMS of crates/house/tests/layers.rs that says which \
                 members it may depend on"
            ));
            continue;
        };
        for dependency in array(&member["dependencies"]) {
            let on = name_of(dependency);
            if !names.contains(&on) {
                continue;
            }
            let (allowed, kind) = match dependency["kind"].as_str() {
                None => (room.uses(on), "use"),
                Some("build") => (room.builds_with.contains(&on), "be built with"),
                Some(_) => (room.uses(on) || room.tests_with.contains(&on), "be tested with"),
            };
            if !allowed {
                wrong.push(format!("{name} may not {kind} {on}: dependencies point one way, see ARCHITECTURE.md"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn the_table_of_rooms_is_itself_in_order() {
    for (place, room) in ROOMS.iter().enumerate() {
        let inner = |name: &str| ROOMS[..place].iter().any(|earlier| earlier.name == name);
        for used in room.uses.iter().chain(room.also).chain(room.builds_with) {
            assert!(inner(used), "{} uses {used}, which does not stand above it", room.name);
        }
        if RULEBOOKS.contains(&room.name) {
            assert!(!RULEBOOKS.iter().any(|other| room.uses(other)), "{} names another rulebook", room.name);
        }
    }
}

/// The members of the workspace as cargo describes them.
fn members() -> Vec<Value> {
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .unwrap_or_else(|error| panic!("cargo metadata: {error}"));
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("metadata: {error}"));
    let packages = array(&metadata["packages"]).to_vec();
    assert!(packages.len() > 1, "cargo metadata shows no workspace");
    packages
}

fn name_of(value: &Value) -> &str {
    value["name"].as_str().unwrap_or_else(|| panic!("no name in {value}"))
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}
