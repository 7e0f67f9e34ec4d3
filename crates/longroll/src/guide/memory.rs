//! The situations last asked for, kept in the user's folder for such things. Losing them costs
//! nothing, so no mistake is reported.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

const FILE: &str = "last-situations.json";
/// LIMIT: a longer file is not ours.
const BYTES_MAX: u64 = 1 << 20;

fn all(state: &Path) -> Map<String, Value> {
    let path = state.join(FILE);
    if fs::metadata(&path).map_or(true, |about| about.len() > BYTES_MAX) {
        return Map::new();
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn key(slug: &str, procedure: &str) -> String {
    format!("{slug}/{procedure}")
}

/// The situation last asked for, if it is remembered.
pub fn last(state: Option<&Path>, slug: &str, procedure: &str) -> Option<Value> {
    all(state?).remove(&key(slug, procedure))
}

/// Remembers a situation.
pub fn remember(state: Option<&Path>, slug: &str, procedure: &str, situation: &Value) {
    let Some(state) = state else {
        return;
    };
    let mut known = all(state);
    known.insert(key(slug, procedure), situation.clone());
    let text = Value::Object(known).to_string();
    // A second command at the same time may win; a half-written file may not stay.
    let draft = state.join(format!("{FILE}.{}", std::process::id()));
    let written = fs::create_dir_all(state).and_then(|()| fs::write(&draft, text));
    if written.and_then(|()| fs::rename(&draft, state.join(FILE))).is_err() {
        let _ = fs::remove_file(&draft);
    }
}
