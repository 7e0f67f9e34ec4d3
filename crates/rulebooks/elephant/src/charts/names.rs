//! Names of rows and results: what the charts are looked up by, and what they hold.

use engine::chart::{CellValue, Key};
use engine::keys;

keys! {
    /// The quality of a unit.
    pub enum Grade {
        /// Hardly drilled.
        Militia = "Militia",
        /// Drilled but unreliable.
        Poor = "Poor",
        /// The common run of regiments.
        Regular = "Regular",
        /// Seasoned troops.
        Veteran = "Veteran",
        /// The best there are.
        Elite = "Elite",
        /// Nobody knows yet: rolled when the unit first tests or fights.
        Green = "Green",
    }
}

keys! {
    /// What a stand shoots with.
    pub enum Weapon {
        /// Pistols.
        Pistol = "pistol",
        /// Shotguns.
        Shotgun = "shotgun",
        /// Muzzle-loading carbine.
        MlCarbine = "ml-carbine",
        /// Breech-loading carbine.
        BlCarbine = "bl-carbine",
        /// Smoothbore musket.
        Musket = "musket",
        /// Rifle-musket.
        RifleMusket = "rifle-musket",
        /// Breech-loading rifle.
        BlRifle = "bl-rifle",
        /// Repeaters.
        Repeaters = "repeaters",
        /// Six-pounder smoothbore.
        SixPounderSmoothbore = "6lb-smoothbore",
        /// Twelve-pounder Napoleon.
        TwelvePounderNapoleon = "12lb-napoleon",
        /// Twelve-pounder howitzer.
        TwelvePounderHowitzer = "12lb-howitzer",
        /// Twenty-four-pounder howitzer.
        TwentyFourPounderHowitzer = "24lb-howitzer",
        /// Thirty-two-pounder howitzer.
        ThirtyTwoPounderHowitzer = "32lb-howitzer",
        /// Six-pounder rifle.
        SixPounderRifle = "6lb-rifle",
        /// Whitworth rifle.
        Whitworth = "whitworth",
        /// Three-inch or ten-pounder rifle.
        ThreeInchRifle = "3in-rifle",
        /// Twenty-pounder rifle.
        TwentyPounderRifle = "20lb-rifle",
        /// Thirty-pounder rifle.
        ThirtyPounderRifle = "30lb-rifle",
        /// Siege howitzer.
        SiegeHowitzer = "siege-howitzer",
        /// Gunboat guns.
        Gunboat = "gunboat",
        /// Gatling gun.
        Gatling = "gatling",
    }
}

/// Whether a weapon is carried or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeaponClass {
    /// Muskets, rifles, carbines, pistols.
    SmallArms,
    /// Guns.
    Artillery,
}

impl CellValue for WeaponClass {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "small-arms" => Ok(WeaponClass::SmallArms),
            "artillery" => Ok(WeaponClass::Artillery),
            _ => Err("a class is small-arms or artillery".to_owned()),
        }
    }
}

keys! {
    /// A column shift of fire.
    pub enum FireShift {
        /// Firing and not moving.
        Stationary = "stationary",
        /// A target that offers itself.
        Exposed = "exposed",
        /// A target two ranks deep.
        TwoRanks = "two-ranks",
        /// Firing by marksmen.
        Marksmen = "marksmen",
        /// A target three or more ranks deep, or in square.
        ThreeRanks = "three-ranks",
        /// Firing by skirmishers.
        Skirmishers = "skirmishers",
        /// Unlimbered artillery as a target.
        Unlimbered = "unlimbered",
        /// A target in or behind soft cover.
        SoftCover = "soft-cover",
        /// A target in or behind hard cover.
        HardCover = "hard-cover",
        /// Artillery that will prolong.
        Prolonging = "prolonging",
        /// Firing from the saddle.
        MountedFire = "mounted-fire",
        /// Confederate artillery (optional).
        CsaArtillery = "csa-artillery",
        /// A prone target.
        Prone = "prone",
        /// Firing without ammunition (optional).
        OutOfAmmo = "out-of-ammo",
        /// Small arms at fifty yards (optional).
        FiftyYards = "fifty-yards",
    }
}

keys! {
    /// A modifier of the morale die.
    pub enum MoraleModifier {
        /// Each Panic Marker.
        Panic = "panic",
        /// Stands lost.
        Losses = "losses",
        /// Retreated last turn.
        Retreated = "retreated",
        /// Routed last turn.
        Routed = "routed",
        /// Fired on from flank or rear.
        FlankFire = "flank-fire",
        /// Testing to give defensive fire.
        DefensiveFire = "defensive-fire",
        /// In or behind cover.
        Cover = "cover",
    }
}

keys! {
    /// A column shift of Combat.
    pub enum CombatShift {
        /// A commander with the unit.
        General = "general",
        /// Standing uphill.
        Uphill = "uphill",
        /// Each grade above the enemy.
        Grade = "grade",
        /// Behind a fence or wall.
        FenceWall = "fence-wall",
        /// Crossing a stream.
        Stream = "stream",
        /// Shotgun or lance against cavalry.
        ShotgunLance = "shotgun-lance",
        /// In fieldworks.
        Fieldworks = "fieldworks",
        /// On the enemy's flank or rear.
        FlankRear = "flank-rear",
        /// Two ranks deep.
        TwoRanks = "two-ranks",
        /// Three or more ranks deep.
        ThreeRanks = "three-ranks",
        /// Overenthusiastic (optional).
        Overenthusiastic = "overenthusiastic",
        /// Out of ammunition (optional).
        OutOfAmmo = "out-of-ammo",
    }
}

keys! {
    /// What a stand counts as in Combat.
    pub enum StandValue {
        /// Cavalry.
        Cavalry = "cavalry",
        /// Cavalry in woods.
        CavalryWoods = "cavalry-woods",
        /// Infantry.
        Infantry = "infantry",
        /// Artillery.
        Artillery = "artillery",
    }
}

keys! {
    /// A kind of stand, for the hits it takes.
    pub enum StandKind {
        /// Infantry.
        Infantry = "infantry",
        /// Mounted cavalry.
        Cavalry = "cavalry",
        /// Dismounted cavalry.
        DismountedCavalry = "dismounted-cavalry",
        /// A gun with its crew.
        ArtilleryCrew = "artillery-crew",
    }
}

keys! {
    /// A cell of the Combat chart.
    pub enum CombatCell {
        /// One defending stand captured.
        NoneC1 = "-/C1",
        /// Two defending stands captured.
        NoneC2 = "-/C2",
        /// One defending stand lost.
        NoneK1 = "-/K1",
        /// The defender retreats.
        NoneRt = "-/RT",
        /// One attacking stand captured.
        C1None = "C1/-",
        /// One attacking stand captured, one defending stand lost.
        C1K1 = "C1/K1",
        /// Two attacking stands captured.
        C2None = "C2/-",
        /// Both stay engaged.
        Engaged = "ENGD",
        /// One attacking stand lost.
        K1None = "K1/-",
        /// One attacking stand lost, one defending stand captured.
        K1C1 = "K1/C1",
        /// One attacking and two defending stands lost.
        K1K2 = "K1/K2",
        /// One attacking stand lost, the defender retreats.
        K1Rt = "K1/RT",
        /// Two attacking and one defending stands lost.
        K2K1 = "K2/K1",
        /// The attacker is repulsed.
        Repulsed = "RPLS",
        /// The attacker retreats, one defending stand lost.
        RtK1 = "RT/K1",
    }
}

impl CellValue for CombatCell {
    fn parse(text: &str) -> Result<Self, String> {
        let cell = CombatCell::ALL.iter().copied().find(|cell| cell.name() == text);
        cell.ok_or_else(|| "not a result of the Combat chart: see combat-outcomes for all of them".to_owned())
    }
}

impl CellValue for Grade {
    fn parse(text: &str) -> Result<Self, String> {
        let grade = Grade::ALL.iter().copied().find(|grade| grade.name() == text);
        grade.ok_or_else(|| "not a Morale Grade: see morale-grades".to_owned())
    }
}

/// A number that may still have to be found out, printed `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known(pub Option<i16>);

impl CellValue for Known {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "?" { Ok(Known(None)) } else { i16::parse(text).map(|number| Known(Some(number))) }
    }
}

/// The sign of a rating, printed `-X` or `+X`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated(pub i16);

impl CellValue for Rated {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "-X" => Ok(Rated(-1)),
            "+X" => Ok(Rated(1)),
            _ => Err("write -X or +X: the rating takes the place of X".to_owned()),
        }
    }
}

keys! {
    /// The row of the morale modifiers that takes a commander's rating.
    pub enum CommanderRow {
        /// A commander attached to the unit.
        Commander = "commander",
    }
}

/// What the fire chart says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FireResult {
    /// Nothing.
    Nothing,
    /// One Panic Marker.
    Panic,
    /// So many hits, each with a Panic Marker.
    Hits(u8),
}

impl CellValue for FireResult {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "0" => Ok(FireResult::Nothing),
            "P" => Ok(FireResult::Panic),
            _ => match text.parse::<u8>() {
                Ok(hits) if hits <= 9 => Ok(FireResult::Hits(hits)),
                _ => Err("a fire result is 0, P or a number of hits from 1 to 9".to_owned()),
            },
        }
    }
}

/// So many d6 for each hit or stand, written `3d6 per stand lost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DicePer(pub u8);

impl CellValue for DicePer {
    fn parse(text: &str) -> Result<Self, String> {
        let dice = text.split_once("d6 per ").and_then(|(dice, _)| dice.parse().ok()).filter(|dice| *dice > 0);
        dice.map(DicePer).ok_or_else(|| "write it like 3d6 per stand lost".to_owned())
    }
}

keys! {
    /// An occasion on which a commander is in danger.
    pub enum CasualtyCheck {
        /// His unit took hits from fire.
        Fire = "fire",
        /// His unit lost stands in Combat.
        Combat = "combat",
    }
}

keys! {
    /// What became of a commander who was hit.
    pub enum Casualty {
        /// Killed.
        Killed = "killed",
        /// Seriously wounded: he leaves the field.
        Serious = "serious",
        /// Lightly wounded.
        Light = "light",
        /// Nothing.
        None = "none",
    }
}

keys! {
    /// What a morale test comes to.
    pub enum MoraleResult {
        /// Passed so well that the unit storms ahead.
        Overenthusiastic = "overenthusiastic",
        /// Passed.
        Pass = "pass",
        /// Failed by one or two: a hit and a marker, and it halts.
        Shaken = "shaken",
        /// Failed by three or four.
        Retreat = "retreat",
        /// Failed by five or more.
        Rout = "rout",
    }
}

keys! {
    /// A distance of the rules, in yards.
    pub enum Distance {
        /// Range of the first defensive fire, and the mark at which a charge halts.
        FirstFire = "first-fire",
        /// Range of the second defensive fire.
        SecondFire = "second-fire",
        /// The least gap a withdrawing unit can pass.
        Gap = "gap",
        /// Farthest start for crossing a major obstacle.
        ObstacleStart = "obstacle-start",
        /// Distance to the supply wagon.
        Resupply = "resupply",
        /// Closest a skirmisher may be to an enemy.
        SkirmishStandoff = "skirmish-standoff",
        /// Friends this near a withdrawal are affected.
        WithdrawalRipple = "withdrawal-ripple",
        /// Reach of the cavalry's opportunity charge.
        OpportunityCharge = "opportunity-charge",
        /// Reach of pass-through fire.
        PassThrough = "pass-through (house)",
        /// Length of a retreat.
        Retreat = "retreat",
        /// Length of a rout.
        Rout = "rout (house)",
    }
}

keys! {
    /// A ground scale.
    pub enum Scale {
        /// A regiment is a unit; twenty yards to the inch.
        RegimentalOne = "regimental-1",
        /// A regiment is a unit; forty yards to the inch.
        RegimentalTwo = "regimental-2",
        /// A brigade is a unit; a hundred yards to the inch.
        Brigade = "brigade",
    }
}

keys! {
    /// A number that the text gives outside its tables.
    pub enum Limit {
        /// Panic Markers a unit can carry.
        PanicMax = "panic-max",
        /// Stands lost for one step of the losses modifier.
        StandsPerLoss = "stands-per-loss",
        /// Extra dice in column.
        ColumnExtra = "column-extra",
        /// Dice of cavalry from rest.
        CavalryFirstTurn = "cavalry-first-turn",
        /// Extra dice of charging cavalry.
        CavalryChargeExtra = "cavalry-charge-extra",
        /// Most dice of cavalry charging in woods.
        CavalryWoods = "cavalry-woods",
        /// Markers when a commander is killed.
        KilledMarkers = "killed-markers",
        /// Markers when a commander is seriously wounded.
        SeriousMarkers = "serious-markers",
        /// Hits of a test failed by one or two.
        ShakenHits = "shaken-hits",
        /// The range of the optional fifty yards shift.
        FiftyYards = "fifty-yards",
        /// Inches a lightly wounded officer moves.
        OfficerWounded = "officer-wounded",
        /// Panic Markers for a unit fired on while it crosses a major obstacle.
        ObstacleMarkers = "obstacle-markers",
        /// Hits and Panic Markers for each unit of a collision.
        InterpenetrationHits = "interpenetration-hits",
        /// Inches an opportunity charge moves for each inch of foot or guns.
        OpportunityPace = "opportunity-pace",
        /// Least stand widths between skirmish stands.
        SpacingMin = "spacing-min",
        /// Most stand widths between skirmish stands.
        SpacingMax = "spacing-max",
        /// Mounted stands that dismount together where horse holders are counted.
        HoldersMounted = "holders-mounted",
        /// Dismounted stands that they become.
        HoldersDismounted = "holders-dismounted",
        /// Yards an enemy is kept at by a unit that does not charge (S 14).
        Standoff = "standoff",
        /// Yards one sees into or out of woods (S 16).
        WoodsSight = "woods-sight",
        /// Yards before a target within which a unit hides it from higher ground (S 16).
        SeesOver = "sees-over",
        /// Degrees a withdrawal may turn from straight away (S 50).
        RetreatTurn = "retreat-turn",
        /// Degrees a charge may wheel at its start (S 5).
        ChargeTurn = "charge-turn",
        /// Stands abreast in a column, and over a bridge or through a defile.
        ColumnFront = "column-front",
    }
}

keys! {
    /// A row of the scales chart that procedures need.
    pub enum ScaleItem {
        /// Yards in an inch.
        YardsPerInch = "yards-per-inch",
    }
}

keys! {
    /// The rank of a commander.
    pub enum Rank {
        /// A brigadier.
        Brigade = "Brigade",
        /// A division commander.
        Division = "Division",
        /// A corps commander.
        Corps = "Corps",
        /// The commander of the army.
        Army = "Army",
    }
}
