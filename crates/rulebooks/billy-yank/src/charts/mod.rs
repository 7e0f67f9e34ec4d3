//! The charts as typed tables: read once when the book is opened, looked up by name ever after.

mod battle;
mod cells;
mod combat;
mod ground;
mod limits;
mod nerve;
mod weapons;

pub use battle::*;
pub use cells::*;
pub use combat::*;
use engine::chart::{Bands, Chart, ChartSet, Grid, Ladder, Lines, OddsLadder, Spans, Table};
use engine::{Decimal, Fault};
pub use ground::*;
pub use limits::*;
pub use nerve::*;
pub use weapons::*;

/// Every chart that a procedure looks into, chapter by chapter.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Scales, daylight, sight and strengths.
    pub turn: TurnTables,
    /// Morale and command.
    pub morale: MoraleTables,
    /// Fire.
    pub fire: FireTables,
    /// Movement, terrain and works.
    pub ground: GroundTables,
    /// Melee.
    pub melee: MeleeTables,
    /// Ships and the campaign.
    pub wide: WideTables,
    /// Random forces.
    pub muster: MusterTables,
    /// Numbers that the text gives outside its tables.
    pub limits: Lines<Limit, u16>,
}

impl Tables {
    pub(crate) fn open(charts: &ChartSet) -> Result<Self, Fault> {
        Ok(Tables {
            turn: TurnTables::open(charts)?,
            morale: MoraleTables::open(charts)?,
            fire: FireTables::open(charts)?,
            ground: GroundTables::open(charts)?,
            melee: MeleeTables::open(charts)?,
            wide: WideTables::open(charts)?,
            muster: MusterTables::open(charts)?,
            limits: Lines::open(charts.chart("limits")?, "id", "value")?,
        })
    }
}

/// Scales, daylight, sight and strengths.
#[derive(Clone, Debug)]
pub struct TurnTables {
    /// Metres in a centimetre.
    pub metres_per_cm: Lines<Scale, u16>,
    /// Minutes in a turn.
    pub minutes_per_turn: Lines<Scale, u16>,
    /// What the first and the second player do in a phase.
    pub phases: Table<Phase, Part>,
    /// Hour of sunrise.
    pub sunrise: Lines<Month, u16>,
    /// Hour of sunset.
    pub sunset: Lines<Month, u16>,
    /// Sight without glasses in centimetres, by 2d6.
    pub unaided: Faces<u16>,
    /// Sight with glasses in centimetres, by 2d6.
    pub aided: Faces<u16>,
    /// First and last month of a period.
    pub periods: Table<Period, Date>,
    /// Figures of an infantry and of a cavalry regiment.
    pub figures: Table<Period, u16>,
    /// Men of an infantry and of a cavalry regiment.
    pub men: Table<Period, u16>,
    /// Figures on a stand.
    pub figures_per_stand: Lines<StandKind, u16>,
    /// Melee worth of a figure.
    pub worth: Lines<StandKind, Decimal>,
}

/// What two dice can show.
const TWO_DICE: std::ops::RangeInclusive<i16> = 2..=12;
/// What one d6 can show.
const ONE_DIE: std::ops::RangeInclusive<i16> = 1..=6;
/// What one d10 can show.
const TEN_FACES: std::ops::RangeInclusive<i16> = 0..=9;

impl TurnTables {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let (scale, time) = (charts.chart("time-ground-scale")?, charts.chart("starting-time")?);
        let (sight, strength) = (charts.chart("visibility")?, charts.chart("regimental-strength")?);
        let stands = charts.chart("house-stands")?;
        Ok(TurnTables {
            metres_per_cm: Lines::open(scale, "scale", "metres_per_cm")?,
            minutes_per_turn: Lines::open(scale, "scale", "minutes_per_turn")?,
            phases: Table::open(charts.chart("turn-sequence")?, "phase", &["first_player", "second_player"])?,
            sunrise: Lines::open(time, "month", "sunrise_h")?,
            sunset: Lines::open(time, "month", "sunset_h")?,
            unaided: Faces::open(sight, ("low", "high"), "unaided_cm", TWO_DICE)?,
            aided: Faces::open(sight, ("low", "high"), "aided_cm", TWO_DICE)?,
            periods: Table::open(strength, "printed_period", &["from", "to"])?,
            figures: Table::open(strength, "printed_period", &["infantry_figures", "cavalry_figures"])?,
            men: Table::open(strength, "printed_period", &["infantry_men", "cavalry_men"])?,
            figures_per_stand: Lines::open(stands, "arm", "figures_per_stand")?,
            worth: Lines::open(stands, "arm", "melee_value_per_figure")?,
        })
    }
}

/// Morale and command.
#[derive(Clone, Debug)]
pub struct MoraleTables {
    /// Elan value by grade; green has none yet.
    pub value: Lines<Grade, Known>,
    /// The rank of a grade among the others; green has none yet.
    pub rank: Lines<Grade, Known>,
    /// The grade of a green unit, by d10.
    pub green: Faces<Grade>,
    /// Added to the morale die.
    pub modifiers: Lines<MoraleModifier, i16>,
    /// What a commander's rating does to the morale die.
    pub commander: Lines<CommanderRow, Rated>,
    /// How far the Elan value was exceeded, as a row of the results.
    pub bands: Spans,
    /// The highest modified die that is Overenthusiastic.
    pub storms_at: Lines<MoraleResult, Option<i16>>,
    /// Disorder Markers that a result adds.
    pub markers: Lines<MoraleResult, u8>,
    /// A friend withdraws: poorer, same, better.
    pub friends: Table<Flight, Alarm>,
    /// What a level adds to a morale test.
    pub morale_bonus: Lines<Level, i16>,
    /// What a level adds to fire or melee.
    pub combat_bonus: Lines<Level, i16>,
    /// The rating of a type of leader.
    pub rating: Lines<LeaderType, i16>,
    /// Metres that a level reaches.
    pub reach: Lines<Level, u16>,
    /// The type of a leader, by d10.
    pub leader: Faces<LeaderType>,
    /// A commander is hit, by d6.
    pub casualty: Faces<CasualtyRow>,
    /// Markers for the unit of a commander who is hit.
    pub casualty_markers: Lines<CasualtyRow, u8>,
    /// Whether the unit of a commander who is hit tests at once.
    pub casualty_tests: Lines<CasualtyRow, bool>,
    /// A messenger is struck at, by d6.
    pub messenger: Faces<MessengerRow>,
}

impl MoraleTables {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let (grades, results) = (charts.chart("elan-grades")?, charts.chart("morale-results")?);
        let (modifiers, levels) = (charts.chart("morale-modifiers")?, charts.chart("commander-leadership")?);
        let casualty = charts.chart("command-casualty")?;
        let test = results.column("modified_high")?;
        Ok(MoraleTables {
            value: Lines::open(grades, "id", "value")?,
            rank: Lines::open(grades, "id", "rank")?,
            green: Faces::open(charts.chart("green-elan-roll")?, ("die_low", "die_high"), "grade", TEN_FACES)?,
            modifiers: Lines::open_some(modifiers, "id", "value")?,
            commander: Lines::open_some(modifiers, "id", "value")?,
            // The row of Overenthusiasm reads the die itself, not how far it is over.
            bands: Spans::from_min_max(results, "over_low", "over_high", |row| results.cell(row, test) == Some(""))?,
            storms_at: Lines::open(results, "id", "modified_high")?,
            markers: Lines::open(results, "id", "markers")?,
            friends: Table::open(charts.chart("retreat-effects")?, "event", &["poorer", "same", "better"])?,
            morale_bonus: Lines::open(levels, "id", "morale_bonus")?,
            combat_bonus: Lines::open(levels, "id", "combat_bonus")?,
            rating: Lines::open(charts.chart("leadership-types")?, "id", "rating")?,
            reach: Lines::open(charts.chart("house-command-distance")?, "level", "metres")?,
            leader: Faces::open(charts.chart("house-leadership-roll")?, ("die_low", "die_high"), "type", TEN_FACES)?,
            casualty: Faces::open(casualty, ("low", "high"), "id", ONE_DIE)?,
            casualty_markers: Lines::open(casualty, "id", "unit_markers")?,
            casualty_tests: Lines::open(casualty, "id", "unit_tests")?,
            messenger: Faces::open(charts.chart("messenger-combat")?, ("low", "high"), "id", ONE_DIE)?,
        })
    }
}

/// Fire.
#[derive(Clone, Debug)]
pub struct FireTables {
    /// Points of a figure by weapon and band.
    pub points: Table<Weapon, Decimal>,
    /// Maximum range by weapon.
    pub max_range: Lines<Weapon, u16>,
    /// What a weapon is.
    pub class: Lines<Weapon, WeaponClass>,
    /// The range bands; the last column is everything beyond.
    pub bands: Bands,
    /// Column shifts.
    pub shifts: Lines<FireShift, i16>,
    /// The fire chart.
    pub results: Grid<FireCell>,
    /// Its columns by total points.
    pub columns: Ladder,
    /// Figures lost by result.
    pub figures: Lines<FireCell, u8>,
    /// Markers by result.
    pub markers: Lines<FireCell, u8>,
    /// Metres of a bounce behind the target.
    pub bounce_metres: Lines<Spot, u16>,
    /// Per cent of the points that a bounce keeps.
    pub bounce_percent: Lines<Spot, u16>,
}

/// Where the range bands of the firepower chart begin and end.
const FIRST_BAND: usize = 5;
const LAST_BAND: usize = 13;

impl FireTables {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let (power, results) = (charts.chart("firepower")?, charts.chart("fire-results")?);
        let (keys, bounce) = (charts.chart("fire-result-keys")?, charts.chart("roundshot-bounce")?);
        let bands: Vec<&str> = power.columns()[FIRST_BAND..].iter().map(String::as_str).collect();
        Ok(FireTables {
            points: Table::open(power, "id", &bands)?,
            max_range: Lines::open(power, "id", "max_range")?,
            class: Lines::open(power, "id", "class")?,
            bands: Bands::from_headings(power, FIRST_BAND, LAST_BAND)?,
            shifts: Lines::open(charts.chart("fire-modifiers")?, "id", "shift")?,
            results: Grid::open(results, 1)?,
            columns: Ladder::from_headings(results, 1)?,
            figures: Lines::open(keys, "id", "figures")?,
            markers: Lines::open(keys, "id", "markers")?,
            bounce_metres: Lines::open(bounce, "landing_spot", "metres_from_0")?,
            bounce_percent: Lines::open(bounce, "landing_spot", "firepower_percent")?,
        })
    }
}

/// Movement, terrain and works.
#[derive(Clone, Debug)]
pub struct GroundTables {
    /// Metres a turn.
    pub paces: Lines<Pace, u16>,
    /// Rows that multiply.
    pub factors: Lines<PaceFactor, Times>,
    /// Rows that add metres.
    pub extras: Lines<PaceExtra, i16>,
    /// Metres that a maneuver costs.
    pub metres: Lines<Maneuver, u16>,
    /// Halves of the allowance that a maneuver costs.
    pub halves: Lines<Maneuver, u8>,
    /// Whether a maneuver is the whole move.
    pub whole_move: Lines<Maneuver, bool>,
    /// Disorder Markers that a maneuver gives.
    pub maneuver_markers: Lines<Maneuver, u8>,
    /// What terrain does to skirmishers, foot, horse and wheels.
    pub going: Table<Terrain, Going>,
    /// Whether terrain blocks the view.
    pub blocks: Lines<Terrain, Blocks>,
    /// The cover of terrain.
    pub cover: Lines<Terrain, Cover>,
    /// Per cent of the allowance at a bank.
    pub bank: Lines<TerrainNote, Option<u16>>,
    /// Per cent slower in the water.
    pub inside: Lines<TerrainNote, Option<u16>>,
    /// How many times terrain counts.
    pub times: Lines<TerrainNote, Option<u16>>,
    /// Metres that remain to everybody.
    pub least: Lines<TerrainNote, Option<u16>>,
    /// Whether an obstacle can be crossed in formation.
    pub in_formation: Lines<Obstacle, bool>,
    /// The cover of an obstacle.
    pub obstacle_cover: Lines<Obstacle, Cover>,
    /// Per cent of the allowance to cross it in formation.
    pub crossing: Lines<Obstacle, Option<u16>>,
    /// The cover of a fortification.
    pub fort_cover: Lines<Fort, Cover>,
    /// Whether it is fortified ground.
    pub fortified: Lines<Fort, IfAny<bool>>,
    /// The wall it has.
    pub fort_wall: Lines<Fort, IfAny<Fort>>,
    /// Points that breach three centimetres of its wall.
    pub wall_points: Lines<Fort, IfAny<u16>>,
    /// Whether it is open to the rear.
    pub open_rear: Lines<Fort, bool>,
    /// Whether it covers and fires all round.
    pub all_round: Lines<Fort, bool>,
    /// Whether a garrison that does not fire cannot be hit.
    pub hides: Lines<Fort, bool>,
    /// Turns to build a section.
    pub work_turns: Lines<Work, u16>,
    /// Whether a demolition works, by d6.
    pub demolition: Faces<Demolished>,
}

impl GroundTables {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let (movement, maneuver) = (charts.chart("movement")?, charts.chart("maneuver")?);
        let (terrain, notes) = (charts.chart("terrain")?, charts.chart("terrain-notes")?);
        let (obstacles, forts) = (charts.chart("obstacles")?, charts.chart("fortifications")?);
        Ok(GroundTables {
            paces: Lines::open_some(movement, "id", "metres")?,
            factors: Lines::open_some(movement, "id", "metres")?,
            extras: Lines::open_some(movement, "id", "metres")?,
            metres: Lines::open(maneuver, "id", "metres")?,
            halves: Lines::open(maneuver, "id", "halves")?,
            whole_move: Lines::open(maneuver, "id", "whole_move")?,
            maneuver_markers: Lines::open(maneuver, "id", "markers")?,
            going: Table::open_some(terrain, "id", &["skirmishers", "foot", "horse", "wheeled"])?,
            blocks: Lines::open_some(terrain, "id", "los")?,
            cover: Lines::open_some(terrain, "id", "cover")?,
            bank: Lines::open_some(notes, "id", "bank_percent")?,
            inside: Lines::open_some(notes, "id", "inside_percent")?,
            times: Lines::open_some(notes, "id", "times")?,
            least: Lines::open_some(notes, "id", "least_metres")?,
            in_formation: Lines::open(obstacles, "id", "formation")?,
            obstacle_cover: Lines::open(obstacles, "id", "cover")?,
            crossing: Lines::open(obstacles, "id", "crossing_percent")?,
            fort_cover: Lines::open(forts, "id", "cover")?,
            fortified: Lines::open(forts, "id", "fortified_ground")?,
            fort_wall: Lines::open(forts, "id", "wall")?,
            wall_points: Lines::open(forts, "id", "defense_per_3cm")?,
            open_rear: Lines::open(forts, "id", "open_rear")?,
            all_round: Lines::open(forts, "id", "all_round")?,
            hides: Lines::open(forts, "id", "hides")?,
            work_turns: Lines::open(charts.chart("house-engineering")?, "work", "turns_per_section")?,
            demolition: Faces::open(charts.chart("demolition")?, ("low", "high"), "result", ONE_DIE)?,
        })
    }
}

/// Melee.
#[derive(Clone, Debug)]
pub struct MeleeTables {
    /// The melee chart.
    pub results: Grid<MeleeCell>,
    /// Its columns by odds.
    pub columns: OddsLadder,
    /// The column of even odds.
    pub even: usize,
    /// Column shifts for what is true of the attacker.
    pub attacker: Lines<MeleeShift, i16>,
    /// Column shifts for what is true of the defender.
    pub defender: Lines<MeleeShift, i16>,
    /// Figures lost.
    pub figures: Lines<MeleeCode, u8>,
    /// Disorder Markers.
    pub markers: Lines<MeleeCode, u8>,
    /// Whether the side retreats of its own.
    pub retreats: Lines<MeleeCode, bool>,
}

impl MeleeTables {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let (melee, shifts) = (charts.chart("melee")?, charts.chart("melee-modifiers")?);
        let codes: &Chart = charts.chart("melee-results")?;
        let columns = OddsLadder::from_headings(melee, 1)?;
        let one = Decimal::from_int(1);
        Ok(MeleeTables {
            results: Grid::open(melee, 1)?,
            even: columns.step(one, one),
            columns,
            attacker: Lines::open(shifts, "id", "attacker_shift")?,
            defender: Lines::open(shifts, "id", "defender_shift")?,
            figures: Lines::open_some(codes, "id", "figures")?,
            markers: Lines::open_some(codes, "id", "markers")?,
            retreats: Lines::open_some(codes, "id", "retreats")?,
        })
    }
}

/// Ships and the campaign.
#[derive(Clone, Debug)]
pub struct WideTables {
    /// What a ship stands, by armour.
    pub hulls: Table<ShipClass, IfAny<Hull>>,
    /// Metres a turn.
    pub speed: Lines<ShipClass, u16>,
    /// Guns.
    pub guns: Lines<ShipClass, u16>,
    /// Whether small arms hurt it.
    pub small_arms: Lines<ShipClass, SmallArms>,
    /// Points for victory.
    pub victory: Lines<VictoryItem, u16>,
    /// Links a day: Union infantry, rebel infantry, Union cavalry, rebel cavalry.
    pub links: Table<Via, u16>,
}

impl WideTables {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let ships = charts.chart("house-ships")?;
        let columns = ["unarmoured", "wooden", "cottonclad", "ironclad"];
        let forces = ["union_infantry", "rebel_infantry", "union_cavalry", "rebel_cavalry"];
        Ok(WideTables {
            hulls: Table::open(charts.chart("ship-defense")?, "ship", &columns)?,
            speed: Lines::open(ships, "ship", "metres_per_turn")?,
            guns: Lines::open(ships, "ship", "gun_figures")?,
            small_arms: Lines::open(ships, "ship", "small_arms_hurt")?,
            victory: Lines::open(charts.chart("house-victory")?, "id", "value")?,
            links: Table::open(charts.chart("strategic-movement")?, "via", &forces)?,
        })
    }
}

/// Random forces.
#[derive(Clone, Debug)]
pub struct MusterTables {
    /// Numbers that are not rolled.
    pub fixed: Lines<ForceItem, Option<u16>>,
    /// How many dice are.
    pub dice: Lines<ForceItem, Option<u8>>,
    /// Weapons by die: infantry, cavalry, artillery.
    pub weapons: Grid<WeaponName>,
    /// Elan by die.
    pub elan: Grid<PrintedGrade>,
    /// What changes the weapon die.
    pub modifiers: Lines<WeaponDie, i16>,
    /// A modifier holds before this year.
    pub before: Lines<WeaponDie, Option<i16>>,
    /// A modifier holds after this year.
    pub after: Lines<WeaponDie, Option<i16>>,
    /// The weapons in the words of the firepower chart.
    pub names: Lines<WeaponName, Weapon>,
}

impl MusterTables {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let (forces, dice) = (charts.chart("random-forces")?, charts.chart("weapons-and-morale-modifiers")?);
        let units = charts.chart("weapons-and-morale")?;
        Ok(MusterTables {
            fixed: Lines::open(forces, "id", "fixed")?,
            dice: Lines::open(forces, "id", "dice")?,
            weapons: Grid::open_columns(units, &["infantry", "cavalry", "artillery"])?,
            elan: Grid::open_columns(units, &["elan"])?,
            modifiers: Lines::open(dice, "id", "value")?,
            before: Lines::open(dice, "id", "before_year")?,
            after: Lines::open(dice, "id", "after_year")?,
            names: Lines::open(charts.chart("house-weapon-map")?, "weapons_and_morale_name", "firepower_id")?,
        })
    }
}
