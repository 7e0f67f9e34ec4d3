//! What a battle may say to each rulebook: the words of its sections `for.<rulebook>`, and what each of them holds.
//!
//! Whatever else stands in a section is a mistake, or a value that nobody would ever read.

/// What a word holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holds {
    /// A whole number, from and to.
    Whole(i64, i64),
    /// True or false.
    Truth,
    /// One of the names of the rulebook's scales.
    Scale,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// An hour.
    Hour,
    /// Yards east and north.
    Point,
    /// So many whole numbers, from and to.
    Wholes(usize, i64, i64),
    /// A whole number for each side, from and to.
    BySide(i64, i64),
    /// A map of hexes drawn by hand.
    Drawn,
    /// The id of a unit.
    Unit,
    /// Tables of these words; the first so many of them cannot be left out.
    Rows(&'static [Word], usize),
}

/// A word, and what it holds.
pub(crate) type Word = (&'static str, Holds);

/// Where a section stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Battle,
    Formation,
    Unit,
    Leader,
}

impl Part {
    /// Of what the words are.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Part::Battle => "the battle",
            Part::Formation => "a formation",
            Part::Unit => "a unit",
            Part::Leader => "a leader",
        }
    }
}

/// The words of one rulebook.
pub(crate) struct Sections {
    slug: &'static str,
    battle: &'static [Word],
    formation: &'static [Word],
    unit: &'static [Word],
    leader: &'static [Word],
}

impl Sections {
    pub(crate) fn of(&self, part: Part) -> &'static [Word] {
        match part {
            Part::Battle => self.battle,
            Part::Formation => self.formation,
            Part::Unit => self.unit,
            Part::Leader => self.leader,
        }
    }
}

/// The word in which a unit says how many pieces it has.
pub(crate) const PIECES: &str = "pieces";
/// The word in which a battle says at which scale its muster roll is made.
pub(crate) const SCALE: &str = "scale";

const GRADES: [&str; 6] = ["Militia", "Poor", "Regular", "Veteran", "Elite", "Green"];
const ELEPHANT_WEAPONS: [&str; 21] = [
    "pistol",
    "shotgun",
    "ml-carbine",
    "bl-carbine",
    "musket",
    "rifle-musket",
    "bl-rifle",
    "repeaters",
    "6lb-smoothbore",
    "12lb-napoleon",
    "12lb-howitzer",
    "24lb-howitzer",
    "32lb-howitzer",
    "6lb-rifle",
    "whitworth",
    "3in-rifle",
    "20lb-rifle",
    "30lb-rifle",
    "siege-howitzer",
    "gunboat",
    "gatling",
];
const PANIC: [Word; 3] = [("turn", Holds::Whole(1, 250)), ("unit", Holds::Unit), ("markers", Holds::Whole(1, 20))];

const ELEPHANT: Sections = Sections {
    slug: "elephant",
    battle: &[
        (SCALE, Holds::Scale),
        ("turns", Holds::Whole(1, 250)),
        ("visibility-yards", Holds::Whole(1, 20_000)),
        ("panic", Holds::Rows(&PANIC, 2)),
    ],
    formation: &[("wagon", Holds::Truth)],
    unit: &[
        (PIECES, Holds::Whole(1, 60)),
        ("grade", Holds::OneOf(&GRADES)),
        ("weapon", Holds::OneOf(&ELEPHANT_WEAPONS)),
        ("marksmen", Holds::Truth),
        ("lance", Holds::Truth),
        ("ranks", Holds::Whole(1, 3)),
    ],
    leader: &[("morale", Holds::Whole(0, 4)), ("combat", Holds::Whole(0, 4))],
};

const LINE_OF_BATTLE: Sections = Sections {
    slug: "line-of-battle",
    battle: &[
        (SCALE, Holds::Scale),
        ("hexes", Holds::Drawn),
        ("hours", Holds::Whole(1, 72)),
        ("night-orders", Holds::Truth),
        // For people who count them.
        ("points-for-a-victory-point", Holds::Whole(1, 1000)),
    ],
    formation: &[("hq", Holds::Point)],
    unit: &[(PIECES, Holds::Whole(1, 16)), ("shell", Holds::Whole(0, 999)), ("canister", Holds::Whole(0, 999))],
    leader: &[
        ("command", Holds::Whole(0, 4)),
        ("morale", Holds::Whole(0, 4)),
        ("awareness", Holds::OneOf(&["on-fire", "normal", "not-so-sure", "comatose"])),
    ],
};

const SHIP_VALUES: Word = ("ship-values", Holds::Wholes(3, 1, 9999));
const GUN_FIGURES: Word = ("gun-figures", Holds::Whole(1, 99));

const BILLY_YANK: Sections = Sections {
    slug: "billy-yank",
    battle: &[
        (SCALE, Holds::Scale),
        ("heights", Holds::Truth),
        ("drift-metres", Holds::Whole(0, 9999)),
        ("fort-guns-silent-until", Holds::Hour),
        ("steering-lost-at-most", Holds::Whole(0, 6)),
        ("embrasures", Holds::Truth),
        ("rifle-jams-at-most", Holds::Whole(0, 6)),
        ("breach-silences-from", Holds::Whole(1, 6)),
    ],
    formation: &[SHIP_VALUES, GUN_FIGURES],
    unit: &[(PIECES, Holds::Whole(1, 400)), SHIP_VALUES, GUN_FIGURES],
    leader: &[],
};

const FIRE_AND_FURY: Sections = Sections {
    slug: "fire-and-fury",
    battle: &[
        (SCALE, Holds::Scale),
        ("heavy-casualties", Holds::BySide(1, 999)),
        ("french-concede-at-stands", Holds::Whole(1, 999)),
        ("turns-of-fire-a-french-battery", Holds::Whole(1, 99)),
    ],
    formation: &[],
    unit: &[(PIECES, Holds::Whole(1, 60))],
    leader: &[],
};

const STRENGTH: [Word; 3] = [("sp", Holds::Whole(1, 30)), ("morale", Holds::Whole(1, 6)), ("skirmisher", Holds::Truth)];

const VOLLEY_AND_BAYONET: Sections = Sections {
    slug: "volley-and-bayonet",
    battle: &[(SCALE, Holds::Scale)],
    formation: &[STRENGTH[0], STRENGTH[1], STRENGTH[2], ("exhaustion", Holds::Whole(1, 99))],
    unit: &[(PIECES, Holds::Whole(1, 30)), STRENGTH[1], STRENGTH[2]],
    leader: &[],
};

const ALL: [&Sections; 5] = [&ELEPHANT, &LINE_OF_BATTLE, &BILLY_YANK, &FIRE_AND_FURY, &VOLLEY_AND_BAYONET];

/// The names among which a battle chooses when it says this word of one unit or leader to a rulebook.
pub fn names_for(slug: &str, word: &str) -> Option<&'static [&'static str]> {
    let known = words_for(slug)?;
    known.unit.iter().chain(known.leader).find(|(name, _)| *name == word).and_then(|(_, holds)| match holds {
        Holds::OneOf(names) => Some(*names),
        _ => None,
    })
}

/// The words of a rulebook, if battles may say anything to it.
pub(crate) fn words_for(slug: &str) -> Option<&'static Sections> {
    ALL.into_iter().find(|known| known.slug == slug)
}
