//! The terrain chart: three rows a feature, six columns a row, codes in the cells.

use engine::chart::{CellValue, Chart, Key};
use engine::{Cell, Decimal, Fault, Looked, keys};

keys! {
    /// The ground a stand is in, crosses or is seen across.
    #[derive(Default)]
    pub enum Terrain {
        /// Open ground: not on the chart.
        #[default]
        Clear = "clear",
        /// A bridge.
        Bridge = "bridge",
        /// A ford through a river or marshy stream.
        Ford = "ford",
        /// Broken ground.
        BrokenGround = "broken_ground",
        /// Standing crops.
        StandingCrops = "standing_crops",
        /// Field works.
        FieldWorks = "field_works",
        /// Forest.
        Forest = "forest",
        /// A fort.
        Fort = "fort",
        /// A fortress.
        Fortress = "fortress",
        /// Hasty works or a low wall.
        HastyWorks = "hasty_works",
        /// A hill where one contour is crossed.
        HillOne = "hill_1c",
        /// A hill where two contours are crossed at once.
        HillTwo = "hill_2c",
        /// A marsh.
        Marsh = "marsh",
        /// A marshy stream.
        MarshyStream = "marshy_stream",
        /// An orchard.
        Orchard = "orchard",
        /// A river.
        River = "river",
        /// A road.
        Road = "road",
        /// A sunken road.
        SunkenRoad = "sunken_road",
        /// A stream.
        Stream = "stream",
        /// A swamp.
        Swamp = "swamp",
        /// A town block.
        Town = "town",
        /// A tree line.
        TreeLine = "tree_line",
        /// A village.
        Village = "village",
    }
}

keys! {
    /// A column of the terrain chart.
    pub enum Column {
        /// Infantry brigades.
        InfBrigade = "inf_brigade",
        /// Cavalry brigades, and mounted infantry in the saddle.
        CavBrigade = "cav_brigade",
        /// Artillery.
        Artillery = "artillery",
        /// Infantry skirmishers.
        InfSkirmisher = "inf_skirmisher",
        /// Cavalry skirmishers.
        CavSkirmisher = "cav_skirmisher",
        /// Commanders.
        Commander = "commander",
    }
}

/// What else a movement cell says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Special {
    /// Nothing.
    #[default]
    None,
    /// The bridge rule.
    Bridge,
    /// As a stream.
    AsStream,
    /// Crossing the works of a fort.
    Fort,
    /// Only in march column by the entrance.
    Entrance,
    /// Only by a breach.
    Breach,
    /// A road.
    Road,
    /// Roll for it.
    Roll,
}

/// A cell of a movement row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Going {
    /// What an inch costs, if not one.
    pub factor: Option<u8>,
    /// A part of the move to pay.
    pub lump: Option<Decimal>,
    /// The lump is for going uphill only.
    pub up: bool,
    /// Disordered on entering.
    pub de: bool,
    /// Disordered on leaving.
    pub dl: bool,
    /// Disordered inside, without recovery.
    pub di: bool,
    /// Prohibited.
    pub xx: bool,
    /// Blocks the road.
    pub br: bool,
    /// No attacks inside.
    pub na: bool,
    /// Loses the dedicated gun.
    pub lose_gun: bool,
    /// What else.
    pub special: Special,
}

impl CellValue for Going {
    fn parse(text: &str) -> Result<Self, String> {
        let mut going = Going::default();
        for code in text.split_whitespace() {
            match code {
                "-" | "no" | "effect" => {}
                "up" => going.up = true,
                "DE" => going.de = true,
                "DL" => going.dl = true,
                "DI" => going.di = true,
                "XX" => going.xx = true,
                "BR" => going.br = true,
                "NA" => going.na = true,
                "lose_dg" => going.lose_gun = true,
                "bridge" => going.special = Special::Bridge,
                "as_stream" => going.special = Special::AsStream,
                "fort" => going.special = Special::Fort,
                "entrance" => going.special = Special::Entrance,
                "breach" => going.special = Special::Breach,
                "road" => going.special = Special::Road,
                "roll" => going.special = Special::Roll,
                _ => going.measure(code)?,
            }
        }
        Ok(going)
    }
}

impl Going {
    /// `2x` and `1/2M`.
    fn measure(&mut self, code: &str) -> Result<(), String> {
        let unknown = || format!("`{code}` is no code of the terrain chart: see terrain-abbreviations");
        if let Some(factor) = code.strip_suffix('x') {
            let factor = factor.parse::<u8>().ok().filter(|factor| (1..=9).contains(factor));
            self.factor = Some(factor.ok_or_else(unknown)?);
            return Ok(());
        }
        let (part, whole) = code.strip_suffix('M').and_then(|part| part.split_once('/')).ok_or_else(unknown)?;
        let (part, whole) = (part.parse::<i32>().map_err(|_| unknown())?, whole.parse::<i32>().map_err(|_| unknown())?);
        if part < 0 || whole < 1 || part > whole {
            return Err(unknown());
        }
        self.lump = Some(Decimal::from_thousandths(Decimal::from_int(part).thousandths() / whole));
        Ok(())
    }
}

/// A cell of a combat row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shelter {
    /// A throw against fire and melee.
    pub st: bool,
    /// A throw against fire.
    pub stf: bool,
    /// A throw against melee.
    pub stm: bool,
    /// A throw against small arms.
    pub sts: bool,
    /// See the morale modifiers.
    pub m: bool,
    /// No fire from inside.
    pub no_fire: bool,
    /// The far bank rule.
    pub far_bank: bool,
    /// The fire rule of forts.
    pub fort: bool,
}

impl CellValue for Shelter {
    fn parse(text: &str) -> Result<Self, String> {
        let mut shelter = Shelter::default();
        for code in text.split_whitespace() {
            match code {
                "-" | "town" | "village" => {}
                "ST" => shelter.st = true,
                "STf" => shelter.stf = true,
                "STm" => shelter.stm = true,
                "STs" => shelter.sts = true,
                "m" => shelter.m = true,
                "no_fire" => shelter.no_fire = true,
                "far_bank" => shelter.far_bank = true,
                "fort_fire" => shelter.fort = true,
                _ => return Err(format!("`{code}` is no code of the terrain chart: see terrain-abbreviations")),
            }
        }
        Ok(shelter)
    }
}

/// A cell of a visibility row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks(pub bool);

impl CellValue for Blocks {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "-" | "fort_edge" => Ok(Blocks(false)),
            "B LOS" => Ok(Blocks(true)),
            _ => Err(format!("`{text}` is not B LOS, fort_edge or a dash")),
        }
    }
}

/// The rows of one kind (V, M or C) by terrain and column; open ground has none.
#[derive(Clone, Debug)]
pub struct TerrainRows<T> {
    cells: Vec<Looked<T>>,
}

impl<T: CellValue> TerrainRows<T> {
    /// Reads the rows whose column `affects` holds this letter.
    pub fn open(chart: &Chart, affects: &str) -> Result<Self, Fault> {
        let (name, kind) = (chart.column("terrain")?, chart.column("affects")?);
        let mut cells = Vec::new();
        for terrain in Terrain::ALL.iter().skip(1) {
            let is_row =
                |row: &usize| chart.cell(*row, name) == Some(terrain.name()) && chart.cell(*row, kind) == Some(affects);
            let missing = || Fault::of_file(chart.file(), format!("no row {affects} of `{terrain}`"));
            let row = (0..chart.rows()).find(is_row).ok_or_else(missing)?;
            for column in Column::ALL {
                let column = chart.column(column.name())?;
                let value = T::parse(chart.cell(row, column).unwrap_or_default());
                let value = value.map_err(|reason| chart.fault(row, column, reason))?;
                cells.push(Looked {
                    value,
                    cell: Cell { chart: chart.number(), row: row as u16, column: column as u16 },
                });
            }
        }
        Ok(TerrainRows { cells })
    }

    /// What the chart says; nothing for open ground.
    #[inline]
    pub fn at(&self, terrain: Terrain, column: Column) -> Option<Looked<T>> {
        let row = terrain.index().checked_sub(1)?;
        self.cells.get(row * Column::ALL.len() + column.index()).copied()
    }
}
