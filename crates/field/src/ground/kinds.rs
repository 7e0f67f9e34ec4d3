//! The kinds of things on the ground.
//!
//! A kind names what a person would see there. What it costs to cross, what it hides and what it stops is a rulebook's
//! affair: each rulebook maps these kinds to its own rows. So two kinds are told apart here as soon as any rulebook tells
//! them apart, and never merged because most do not.

/// Declares an enumeration of kinds with their names in battle files: it can list them and find one by its name.
///
/// Whoever uses it depends on serde and schemars.
#[macro_export]
macro_rules! kinds {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $kind:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $kind,)+
        }

        impl $name {
            /// All of them, in the order of the guide.
            pub const ALL: &'static [$name] = &[$($name::$kind),+];

            /// As it is written in battle files.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$kind => $text,)+
                }
            }

            /// The kind of that name.
            pub fn named(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|kind| kind.name() == name)
            }
        }
    };
}

kinds! {
    /// What covers a stretch of ground. Where areas overlap, all of them count.
    AreaKind {
        /// Trees apart, little undergrowth: one sees between the trunks.
        OpenWood = "open-wood",
        /// Close trees with undergrowth, or jungle.
        DenseWood = "dense-wood",
        /// Second growth and saplings too close to march through in line.
        Thicket = "thicket",
        /// Fruit trees in rows.
        Orchard = "orchard",
        /// Bushes and brush without trees.
        Scrub = "scrub",
        /// Brambles and briars.
        Briars = "briars",
        /// Grazed or mown grass; the same as open ground, but drawn.
        Pasture = "pasture",
        /// Grass, broomsedge or weeds, knee to waist high.
        TallGrass = "tall-grass",
        /// Ripe grain, waist to breast high.
        StandingGrain = "standing-grain",
        /// Grain of spring, or any crop below the knee.
        YoungCrop = "young-crop",
        /// Indian corn taller than a man.
        StandingCorn = "standing-corn",
        /// Corn up to the waist.
        YoungCorn = "young-corn",
        /// Cane, cotton, tobacco, hops or vines in rows.
        RowCrop = "row-crop",
        /// Rows of maguey, which breaks up a formation.
        Maguey = "maguey",
        /// Reaped ground.
        Stubble = "stubble",
        /// Ploughed ground.
        Ploughed = "ploughed",
        /// A fenced kitchen or flower garden.
        Garden = "garden",
        /// Gullied, stony or cut up ground.
        BrokenGround = "broken-ground",
        /// Boulders and rock outcrops.
        Boulders = "boulders",
        /// A quarry or gravel pit.
        Quarry = "quarry",
        /// Loose sand.
        Sand = "sand",
        /// Ground that is firm until rain makes it mud.
        RainGround = "rain-ground",
        /// Mud, whatever the weather.
        Mud = "mud",
        /// A hillside steeper than its contours show.
        SteepSlope = "steep-slope",
        /// A gully or hollow wide enough to stand in.
        Ravine = "ravine",
        /// Wet ground that bears, badly.
        Marsh = "marsh",
        /// Marsh overgrown with briars.
        BriarMarsh = "briar-marsh",
        /// Standing water and mud, hardly passable.
        Swamp = "swamp",
        /// Water with two banks that is wide enough to be drawn as an area. Its depth is one of its facts.
        River = "river",
        /// A lake or pond. Its depth is one of its facts.
        Lake = "lake",
        /// Scattered houses and gardens.
        Village = "village",
        /// A block of a town: houses wall to wall, with streets around.
        Town = "town",
        /// One large building, or a farm with its yard.
        Building = "building",
        /// A walled or fenced burial ground.
        Cemetery = "cemetery",
        /// Tents and huts.
        Camp = "camp",
        /// An enclosed earthwork of the field.
        Redoubt = "redoubt",
        /// A large enclosed work with a ditch and an entrance.
        Fort = "fort",
        /// Masonry that can only be entered by a breach.
        Fortress = "fortress",
        /// A log building with loopholes.
        Blockhouse = "blockhouse",
        /// A place enclosed by upright timbers.
        Stockade = "stockade",
    }
}

kinds! {
    /// What runs along a line.
    LineKind {
        /// Water one can wade anywhere.
        Stream = "stream",
        /// A stream with soft, boggy banks.
        MarshyStream = "marshy-stream",
        /// Water between a stream and a river, with steep banks: guns do not cross it.
        Creek = "creek",
        /// Water that is crossed at bridges, fords and ferries only.
        River = "river",
        /// A dry bed, low ground that hides men.
        DryBed = "dry-bed",
        /// A canal between banks.
        Canal = "canal",
        /// A ditch for water, narrow.
        Ditch = "ditch",
        /// A gully or barranca, deep and narrow.
        Gully = "gully",
        /// A turnpike or another paved or gravelled road.
        Pike = "pike",
        /// An earth road.
        Road = "road",
        /// A farm lane.
        Lane = "lane",
        /// A path through woods or over hills.
        Trail = "trail",
        /// A street of a town.
        Street = "street",
        /// A road worn below the ground beside it.
        SunkenRoad = "sunken-road",
        /// Rails on level ground.
        Railway = "railway",
        /// A graded bed without rails.
        UnfinishedRailway = "unfinished-railway",
        /// A railway or road in a cutting.
        Cut = "cut",
        /// A railway or road on a bank.
        Embankment = "embankment",
        /// Split rails, zigzag or posted.
        RailFence = "rail-fence",
        /// Boards or pickets, close and upright.
        PicketFence = "picket-fence",
        /// Rails that are broken or thrown down: something to lie behind, nothing to climb.
        BrokenFence = "broken-fence",
        /// A hedge.
        Hedge = "hedge",
        /// Stones up to the breast.
        StoneWall = "stone-wall",
        /// Stones or earth below the waist.
        LowWall = "low-wall",
        /// A wall higher than a man.
        HighWall = "high-wall",
        /// One row of trees.
        TreeLine = "tree-line",
        /// An outcrop men can lie behind.
        RockLedge = "rock-ledge",
        /// A bank of earth as high as a man.
        Bank = "bank",
        /// A face nobody climbs.
        Cliff = "cliff",
        /// The edge behind which the ground falls away, from where one sees both slopes.
        Crest = "crest",
        /// Logs, rails and earth heaped up in an hour.
        HastyWorks = "hasty-works",
        /// Logs and earth, thrown up with care.
        Breastwork = "breastwork",
        /// A parapet and ditch dug over days.
        FieldWorks = "field-works",
        /// A trench.
        Trench = "trench",
        /// Rifle pits.
        RiflePits = "rifle-pits",
        /// A work open behind, with two faces.
        Redan = "redan",
        /// A work open behind, with faces and flanks.
        Lunette = "lunette",
        /// A barricade across a street or road.
        Barricade = "barricade",
        /// A wall of upright timbers.
        Palisade = "palisade",
        /// Earth held by timber or gabions, as of a fort.
        RevetedWall = "reveted-wall",
        /// Masonry of a fort.
        FortWall = "fort-wall",
        /// Felled trees with their branches outward.
        Abatis = "abatis",
        /// Wire or vines between stumps.
        Entanglement = "entanglement",
        /// Beams set with spikes.
        ChevalDeFrise = "cheval-de-frise",
        /// Timbers leaning at the enemy.
        SlantPalisade = "slant-palisade",
        /// Small stakes.
        SmallPickets = "small-pickets",
        /// Fascines laid as a causeway over a ditch.
        Fascines = "fascines",
        /// Trees or chains across water.
        WaterBarrier = "water-barrier",
    }
}

kinds! {
    /// What stands at a point.
    SpotKind {
        /// A bridge that bears guns.
        Bridge = "bridge",
        /// A bridge for men on foot.
        FootBridge = "foot-bridge",
        /// A place to wade with guns and wagons.
        Ford = "ford",
        /// A place to wade for men and horses, too steep or too soft for wheels.
        FootFord = "foot-ford",
        /// A place where boats cross.
        Ferry = "ferry",
        /// A building, or a group of them.
        Building = "building",
        /// The entrance of a fort.
        Gate = "gate",
        /// A gap shot or dug into a wall.
        Breach = "breach",
        /// A mouth of a ravine, a bridge head or a lane between walls, where no more than a column passes.
        Defile = "defile",
        /// A measured height.
        Summit = "summit",
        /// A name without a thing: a field, a crossroads, a corner of a wood.
        Place = "place",
    }
}

kinds! {
    /// What a building, village or town is built of.
    Construction {
        /// Boards and logs, which burn.
        Wood = "wood",
        /// Brick.
        Brick = "brick",
        /// Dried mud.
        Adobe = "adobe",
        /// Stone.
        Stone = "stone",
    }
}

kinds! {
    /// How deep a water is.
    Depth {
        /// To the knee.
        Shallow = "shallow",
        /// To the breast.
        Deep = "deep",
        /// Over a man's head: for boats only.
        Navigable = "navigable",
    }
}
