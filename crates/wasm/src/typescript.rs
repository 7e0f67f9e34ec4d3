//! The page's half of the messages, made from these types: `web/src/engine/messages.ts`.
//!
//! The test fails when that file is stale. `LONGROLL_WRITE=1 cargo test -p wasm typescript` writes it anew.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::messages::{Reply, Request};

const HEAD: &str = "// Made from the Rust types in crates/wasm/src/messages. Do not edit it: `make web-types` writes it anew.\n\n\
    import type { Lit, WorkingLine } from '../net/wire';\n\n\
    export type { Lit, WorkingLine };\n\n\
    export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };\n";

/// Gathers declarations, each once, in the order of their names: a type does not tell what it needs in an order of its own.
struct Gathered {
    config: Config,
    declared: BTreeMap<String, String>,
}

impl Gathered {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(&self.config);
        if !self.declared.contains_key(&name) {
            let docs = T::docs().unwrap_or_default();
            let lines = format!("\n{docs}export {}", T::decl(&self.config));
            self.declared.insert(name, lines.lines().map(|line| format!("{}\n", line.trim_end())).collect());
            T::visit_dependencies(self);
        }
    }
}

impl TypeVisitor for Gathered {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Whatever is built in has no file of its own.
        if T::output_path().is_some() {
            self.add::<T>();
        }
    }
}

#[test]
fn typescript_is_fresh() {
    let mut gathered = Gathered { config: Config::new(), declared: BTreeMap::new() };
    gathered.add::<Request>();
    gathered.add::<Reply>();
    let text = format!("{HEAD}{}", gathered.declared.into_values().collect::<String>());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/engine/messages.ts");
    if std::env::var_os("LONGROLL_WRITE").is_some() {
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("the folder can be made");
        fs::write(&file, &text).expect("the file can be written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "web/src/engine/messages.ts is stale: write it anew with make web-types");
}
