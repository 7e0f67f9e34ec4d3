//! The battles that come with the program, so that it needs no folder beside it.

use engine::book::Folder;

/// A shipped battle: its name, and its files.
struct Shipped {
    name: &'static str,
    files: &'static [(&'static str, &'static [u8])],
}

macro_rules! shipped {
    ($($name:literal $(with $more:literal)?),+ $(,)?) => {
        /// The names of the shipped battles, in the order of the alphabet.
        pub const BATTLES: &[&str] = &[$($name),+];

        const SHIPPED: &[Shipped] = &[$(Shipped {
            name: $name,
            files: &[
                ("battle.toml", include_bytes!(concat!("../../../battles/", $name, "/battle.toml"))),
                ("ground.geojson", include_bytes!(concat!("../../../battles/", $name, "/ground.geojson"))),
                ("history.md", include_bytes!(concat!("../../../battles/", $name, "/history.md"))),
                $(($more, include_bytes!(concat!("../../../battles/", $name, "/", $more))),)?
            ],
        }),+];
    };
}

// A battle is shipped by being named here, and its balance certificates where it has any.
shipped![
    "brawners-farm" with "balance.json",
    "first-bull-run",
    "fort-donelson-gunboats",
    "mcphersons-ridge" with "balance.json",
    "puebla",
    "training-crossroads" with "balance.json",
    "training-mill-creek" with "balance.json",
    "training-toll-gate" with "balance.json",
];

/// The shipped battle of this name.
pub fn battle(name: &str) -> Option<Folder> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == name)?;
    let files = shipped.files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
    Some(Folder { name: name.to_owned(), files })
}
