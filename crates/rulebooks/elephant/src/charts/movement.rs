//! Names of the charts about movement and withdrawal.

use engine::chart::CellValue;
use engine::keys;

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

impl Penalty {
    /// Whether a charge can meet it on its way.
    pub const fn is_on_the_way(self) -> bool {
        matches!(
            self,
            Penalty::Uphill
                | Penalty::Woods
                | Penalty::Buildings
                | Penalty::Stream
                | Penalty::PicketFence
                | Penalty::Wall
                | Penalty::Face
                | Penalty::Interpenetration
        )
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
