//! The charts as typed tables: read once when the book is opened, looked up by name ever after.

use engine::chart::{Bands, CellValue, Chart, ChartSet, Grid, Key, Ladder, Lines, OddsLadder, Spans, Table};
use engine::{Decimal, Fault, keys};

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
    /// A row of the movement chart: what moves.
    pub enum Mover {
        /// Formed infantry.
        Infantry = "infantry",
        /// Infantry in skirmish order.
        InfantrySkirmish = "infantry-skirmish",
        /// Mounted cavalry.
        Cavalry = "cavalry",
        /// Dismounted cavalry.
        DismountedCavalry = "dismounted-cavalry",
        /// Field artillery, limbered.
        FieldArtillery = "field-artillery",
        /// Horse artillery, limbered.
        HorseArtillery = "horse-artillery",
        /// A supply wagon.
        SupplyWagon = "supply-wagon",
    }
}

keys! {
    /// The row of the movement chart for roads.
    pub enum RoadRow {
        /// The extra die on a road.
        Road = "road",
    }
}

keys! {
    /// The row of the movement chart for officers.
    pub enum OfficerRow {
        /// An officer's move.
        Officer = "officer",
    }
}

/// A number of inches, written `20 inches`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inches(pub u16);

impl CellValue for Inches {
    fn parse(text: &str) -> Result<Self, String> {
        let inches = text.strip_suffix(" inches").and_then(|number| number.parse().ok());
        inches.map(Inches).ok_or_else(|| "write it like 20 inches".to_owned())
    }
}

keys! {
    /// Something that makes a move shorter.
    pub enum Penalty {
        /// Moves uphill.
        Uphill = "uphill",
        /// Moves in woods.
        Woods = "woods",
        /// Moves through buildings.
        Buildings = "buildings",
        /// Crosses a small stream.
        Stream = "stream",
        /// Crosses a picket fence.
        PicketFence = "picket-fence",
        /// Crosses a wall.
        Wall = "wall",
        /// Faces left or right.
        Face = "face",
        /// Cavalry mounts or dismounts.
        Mount = "mount",
        /// Passes through friends.
        Interpenetration = "interpenetration",
        /// Lies down.
        GoProne = "go-prone",
        /// Stands up.
        RecoverProne = "recover-prone",
        /// Infantry forms column from line.
        LineToColumn = "line-to-column",
        /// Infantry forms line from column.
        ColumnToLine = "column-to-line",
        /// Guns limber or unlimber.
        Limber = "limber",
        /// Skirmishers rejoin or reform.
        Rejoin = "rejoin",
        /// Infantry steps back or sideways.
        Backstep = "backstep",
        /// Fired in the Fire Phase at reduced effect.
        Fired = "fired",
        /// Crosses a major obstacle.
        Obstacle = "obstacle",
        /// Guns prolong.
        Prolong = "prolong",
    }
}

/// What a penalty does to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PenaltyEffect {
    /// So many inches for each die.
    PerDie(i16),
    /// Half speed.
    Half,
    /// The whole move only leads to the far side.
    FarSideOnly,
    /// Half of one average die instead of any other move.
    HalfAverage,
}

impl CellValue for PenaltyEffect {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "0" => Ok(PenaltyEffect::PerDie(0)),
            "half" => Ok(PenaltyEffect::Half),
            "only moves to the far side" => Ok(PenaltyEffect::FarSideOnly),
            "1AV/2" => Ok(PenaltyEffect::HalfAverage),
            _ => {
                let inches = text.strip_suffix(" inch/die").map(i16::parse);
                let inches = inches.and_then(Result::ok).filter(|inches| *inches <= 0);
                inches.map(PenaltyEffect::PerDie).ok_or_else(|| "write -1 inch/die, half or 0".to_owned())
            }
        }
    }
}

keys! {
    /// How a friend withdrew.
    pub enum Withdrawn {
        /// By a retreat.
        Retreat = "retreat",
        /// By a rout.
        Rout = "rout",
    }
}

/// What a withdrawal does to a friend who sees it: so many Panic Markers, and whether he tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RippleEffect {
    /// Panic Markers.
    pub markers: u8,
    /// Whether it tests at once.
    pub tests: bool,
}

impl CellValue for RippleEffect {
    fn parse(text: &str) -> Result<Self, String> {
        let (markers, tests) = match text.split_once(" Panic Marker") {
            Some((markers, rest)) => (markers.parse().ok(), rest.ends_with("+ test")),
            None => (Some(0), text == "test"),
        };
        match markers {
            Some(markers) if tests || text == "none" => Ok(RippleEffect { markers, tests }),
            _ => Err("write none, test, or 1 Panic Marker + test".to_owned()),
        }
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
    }
}

/// What each result of Combat does to one side.
#[derive(Clone, Debug)]
pub struct CombatSide {
    /// Stands lost, captured ones among them.
    pub lost: Lines<CombatCell, u16>,
    /// Stands captured.
    pub captured: Lines<CombatCell, u16>,
    /// Panic Markers.
    pub markers: Lines<CombatCell, u16>,
    /// Whether it retreats.
    pub retreats: Lines<CombatCell, bool>,
}

impl CombatSide {
    fn open(chart: &Chart, side: &str) -> Result<Self, Fault> {
        Ok(CombatSide {
            lost: Lines::open(chart, "cell", &format!("{side}_lost"))?,
            captured: Lines::open(chart, "cell", &format!("{side}_captured"))?,
            markers: Lines::open(chart, "cell", &format!("{side}_markers"))?,
            retreats: Lines::open(chart, "cell", &format!("{side}_retreats"))?,
        })
    }
}

/// Every chart that a procedure looks into.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Morale Value by grade; Green has none yet.
    pub morale_value: Lines<Grade, Known>,
    /// The rank of a grade among the others; Green has none yet.
    pub grade_rank: Lines<Grade, Known>,
    /// The grade of a Green unit, by d10.
    pub green_roll: Grid<Grade>,
    /// Added to the morale die.
    pub morale_modifiers: Lines<MoraleModifier, i16>,
    /// What a commander's rating does to the morale die.
    pub morale_commander: Lines<CommanderRow, Rated>,
    /// How far a test was failed, as a row of the results.
    pub morale_bands: Spans,
    /// The highest modified die that is Overenthusiastic.
    pub overenthusiastic_at_most: Lines<MoraleResult, Option<i16>>,
    /// Hits that remove a stand.
    pub hits_per_stand: Lines<StandKind, u16>,
    /// Fire factor by weapon and band.
    pub fire_factors: Table<Weapon, Decimal>,
    /// Maximum range by weapon.
    pub max_range: Lines<Weapon, u16>,
    /// Small arms or artillery.
    pub weapon_class: Lines<Weapon, WeaponClass>,
    /// The range bands; the last column is everything beyond.
    pub fire_bands: Bands,
    /// Column shifts of fire.
    pub fire_shifts: Lines<FireShift, i16>,
    /// The fire chart.
    pub fire_results: Grid<FireResult>,
    /// Its columns by total factor.
    pub fire_columns: Ladder,
    /// Average dice by mover.
    pub movement_dice: Lines<Mover, u16>,
    /// Average dice added on a road.
    pub road_dice: Lines<RoadRow, u16>,
    /// What an officer moves.
    pub officer_move: Lines<OfficerRow, Inches>,
    /// What makes a move shorter.
    pub penalties: Lines<Penalty, PenaltyEffect>,
    /// What a withdrawal does to a friend who sees it, by how the withdrawing unit compares with him.
    pub ripples: Table<Withdrawn, RippleEffect>,
    /// Yards of each distance.
    pub distances: Lines<Distance, u16>,
    /// Yards in an inch.
    pub yards_per_inch: Table<ScaleItem, u16>,
    /// What a stand counts in Combat.
    pub stand_values: Lines<StandValue, Decimal>,
    /// Column shifts of Combat for a condition of the attacking side.
    pub combat_shifts_attacker: Lines<CombatShift, i16>,
    /// Column shifts of Combat for a condition of the defending side.
    pub combat_shifts_defender: Lines<CombatShift, i16>,
    /// The Combat chart.
    pub combat_results: Grid<CombatCell>,
    /// Its columns by odds.
    pub combat_columns: OddsLadder,
    /// What each result does to the attacker.
    pub combat_attacker: CombatSide,
    /// What each result does to the defender.
    pub combat_defender: CombatSide,
    /// Dice for a commander in danger.
    pub casualty_dice: Lines<CasualtyCheck, DicePer>,
    /// The face that hits him.
    pub casualty_on: Lines<CasualtyCheck, u16>,
    /// What becomes of him, as a row of the chart.
    pub casualties: Spans,
    /// Numbers in the text.
    pub limits: Lines<Limit, u16>,
}

keys! {
    /// A row of the scales chart that procedures need.
    pub enum ScaleItem {
        /// Yards in an inch.
        YardsPerInch = "yards-per-inch",
    }
}

/// Where the range bands of the fire factors begin and end, as headings of the chart.
const FIRST_BAND: usize = 4;
const LAST_BAND: usize = 12;
/// The faces of the die on the chart of commanders hit.
const CASUALTY_FACES: std::ops::RangeInclusive<i16> = 1..=6;

impl Tables {
    /// Reads all of them.
    pub fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let grades = charts.chart("morale-grades")?;
        let results = charts.chart("morale-results")?;
        let factors = charts.chart("fire-factors")?;
        let shifts = charts.chart("combat-shifts")?;
        let outcomes = charts.chart("combat-outcomes")?;
        let checks = charts.chart("officer-casualty-checks")?;
        let fire = charts.chart("fire-results")?;
        let combat = charts.chart("combat-results")?;
        let over_value = results.column("test")?;
        let bands: Vec<&str> = factors.columns()[FIRST_BAND..].iter().map(String::as_str).collect();
        Ok(Tables {
            morale_value: Lines::open(grades, "grade", "value")?,
            grade_rank: Lines::open(grades, "grade", "rank")?,
            green_roll: Grid::open(charts.chart("green-roll")?, 1)?,
            morale_modifiers: Lines::open_some(charts.chart("morale-modifiers")?, "id", "value")?,
            morale_commander: Lines::open_some(charts.chart("morale-modifiers")?, "id", "value")?,
            morale_bands: Spans::from_min_max(results, "low", "high", |row| {
                results.cell(row, over_value) == Some("over-value")
            })?,
            overenthusiastic_at_most: Lines::open(results, "id", "high")?,
            hits_per_stand: Lines::open(charts.chart("hits-per-stand")?, "stand", "hits")?,
            fire_factors: Table::open(factors, "id", &bands)?,
            max_range: Lines::open(factors, "id", "max_range")?,
            weapon_class: Lines::open(factors, "id", "class")?,
            fire_bands: Bands::from_headings(factors, FIRST_BAND, LAST_BAND)?,
            fire_shifts: Lines::open(charts.chart("fire-shifts")?, "id", "value")?,
            fire_results: Grid::open(fire, 1)?,
            fire_columns: Ladder::from_headings(fire, 1)?,
            movement_dice: Lines::open_some(charts.chart("movement-rates")?, "id", "dice")?,
            road_dice: Lines::open_some(charts.chart("movement-rates")?, "id", "dice")?,
            officer_move: Lines::open_some(charts.chart("movement-rates")?, "id", "dice")?,
            penalties: Lines::open(charts.chart("movement-penalties")?, "id", "value")?,
            ripples: Table::open(charts.chart("withdrawal-effects")?, "id", &["poorer", "same", "better"])?,
            distances: Lines::open_some(charts.chart("distances")?, "id", "yards")?,
            yards_per_inch: Table::open_some(
                charts.chart("scales")?,
                "item",
                &Scale::ALL.iter().map(|scale| scale.name()).collect::<Vec<_>>(),
            )?,
            stand_values: Lines::open(charts.chart("combat-stand-values")?, "id", "value")?,
            combat_shifts_attacker: Lines::open(shifts, "id", "attacker")?,
            combat_shifts_defender: Lines::open(shifts, "id", "defender")?,
            combat_results: Grid::open(combat, 1)?,
            combat_columns: OddsLadder::from_headings(combat, 1)?,
            combat_attacker: CombatSide::open(outcomes, "attacker")?,
            combat_defender: CombatSide::open(outcomes, "defender")?,
            casualty_dice: Lines::open(checks, "id", "dice")?,
            casualty_on: Lines::open(checks, "id", "casualty_on")?,
            casualties: Spans::from_cells_within(charts.chart("officer-casualties")?, "die", CASUALTY_FACES)?,
            limits: Lines::open(charts.chart("limits")?, "id", "value")?,
        })
    }

    /// The Casualty that a row of the chart of commanders hit stands for.
    pub fn casualty(&self, row: usize) -> Casualty {
        Casualty::ALL.get(row).copied().unwrap_or(Casualty::None)
    }
}
