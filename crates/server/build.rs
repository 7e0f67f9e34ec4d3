//! The client is compiled in: a new one is a reason to compile again.

use std::path::Path;

fn main() {
    let client = Path::new("../../web/dist");
    // A folder that is not there would count as new every time. An empty one is noticed when it is filled.
    let _ = std::fs::create_dir_all(client);
    println!("cargo::rerun-if-changed={}", client.display());
}
