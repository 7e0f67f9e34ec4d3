//! The page's half of the messages, made from these types: `web/src/engine/messages.ts`.
//!
//! The test fails when that file is stale. `LONGROLL_WRITE=1 cargo test -p wasm typescript` writes it anew.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::messages::{Reply, Request};

const HEAD: &str = "// Made from the Rust types in crates/wasm/src/messages. Do not edit it: `make web-types` writes it anew.\n\n\
    export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };\n";

/// Gathers declarations: what a type needs stands after it, each once.
struct Gathered {
    config: Config,
    names: Vec<String>,
    text: String,
}

impl Gathered {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(&self.config);
        if !self.names.contains(&name) {
            let docs = T::docs().unwrap_or_default();
            let declared = format!("\n{docs}export {}", T::decl(&self.config));
            declared.lines().for_each(|line| self.text += &format!("{}\n", line.trim_end()));
            self.names.push(name);
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
    let mut gathered = Gathered { config: Config::new(), names: Vec::new(), text: HEAD.to_owned() };
    gathered.add::<Request>();
    gathered.add::<Reply>();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/engine/messages.ts");
    if std::env::var_os("LONGROLL_WRITE").is_some() {
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("the folder can be made");
        fs::write(&file, &gathered.text).expect("the file can be written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == gathered.text, "web/src/engine/messages.ts is stale: write it anew with make web-types");
}
