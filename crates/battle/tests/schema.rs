//! The published schemas are those of the types.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use battle::{plan_schema, terrain_schema};

#[test]
fn the_published_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/schema");
    for (name, schema) in [("battle.schema.json", plan_schema()), ("ground.schema.json", terrain_schema())] {
        let made = format!("{}\n", serde_json::to_string_pretty(&schema).expect("a schema"));
        let path = folder.join(name);
        if std::env::var_os("LONGROLL_WRITE_SCHEMAS").is_some() {
            fs::write(&path, &made).expect("written");
        }
        let published = fs::read_to_string(&path).unwrap_or_default();
        assert!(published == made, "{name} is not the schema of the types: run with LONGROLL_WRITE_SCHEMAS=1");
    }
}
