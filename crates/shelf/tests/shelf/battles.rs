//! The shipped battles are those of the folder `battles`.

use std::fs;
use std::path::Path;

#[test]
fn every_battle_of_the_folder_is_shipped() {
    let battles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles");
    let mut found: Vec<String> = Vec::new();
    for entry in fs::read_dir(&battles).expect("the battles") {
        let path = entry.expect("an entry").path();
        if path.join("battle.toml").is_file() {
            found.push(path.file_name().expect("a name").to_string_lossy().into_owned());
        }
    }
    found.sort();
    assert_eq!(found, shelf::BATTLES, "name every folder of battles in crates/shelf/src/battles.rs, in this order");
    for name in shelf::BATTLES {
        let folder = shelf::battle(name).expect("it is shipped");
        for (file, bytes) in &folder.files {
            assert_eq!(&fs::read(battles.join(name).join(file)).expect("the file"), bytes, "{name}/{file}");
        }
    }
    assert!(shelf::battle("nowhere").is_none());
}
