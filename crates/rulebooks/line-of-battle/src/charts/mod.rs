//! The charts as typed tables: read once when the book is opened, looked up by name ever after.

mod cells;
mod keys;
mod keys_combat;
mod whole;

pub use cells::{Added, CbfStep, FormationEffect, Formations, MoraleCell, MoveCost, Ranged, Share, Signed};
use engine::chart::{ChartSet, Grid, Key, Lines, Spans, Table};
use engine::{Decimal, Fault};
pub use keys::*;
pub use keys_combat::*;

/// The charts write 99 for an open end.
const OPEN_END: i16 = 99;

/// Every chart that a procedure looks into.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Turns an order needs by awareness.
    pub delivery_awareness: Lines<Awareness, u16>,
    /// Turns an order needs by distance.
    pub delivery_distance: Lines<DeliveryDistance, u16>,
    /// Command Radius.
    pub radius: Lines<Level, u16>,
    /// The Command Roll.
    pub command_roll: Ranged<CommandResult>,
    /// Fixed modifiers of the Command Roll.
    pub command_modifiers: Lines<CommandModifier, i16>,
    /// What a Command Value does to it.
    pub command_leader: Lines<LeaderRow, Signed>,
    /// The Zero Rule.
    pub zero_rule: Ranged<ZeroMa>,
    /// Base check of Attack Recovery.
    pub recovery_base: Lines<DivisionStatus, i16>,
    /// Second roll of Attack Recovery.
    pub recovery_leader: Lines<CommandValue, i16>,
    /// Modifiers of Fluke Stoppage.
    pub fluke_modifiers: Lines<FlukeModifier, i16>,
    /// Base check of Fluke Stoppage.
    pub fluke_base: Lines<BaseRow, i16>,
    /// Second roll of Fluke Stoppage.
    pub fluke_leader: Lines<CommandValue, i16>,
    /// What formations may do.
    pub formations: Formations,
    /// What a Move activity leaves of the allowance.
    pub activity_share: [Lines<ActivityAllowance, Share>; 2],
    /// What activities allow.
    pub activity_allows: Table<ActivityAllowed, bool>,
    /// What morale states leave of fire.
    pub state_fire: Lines<MoraleState, Share>,
    /// What morale states leave of movement.
    pub state_movement: Lines<MoraleState, Share>,
    /// Whether a state keeps its ZOC.
    pub state_zoc: Lines<MoraleState, bool>,
    /// Allowance and formation change by movement column.
    pub allowance: Table<AllowanceRow, MoveCost>,
    /// Costs of hexes by movement column.
    pub hexes: Table<HexTerrain, MoveCost>,
    /// Costs of hexsides by movement column.
    pub hexsides: Table<HexsideTerrain, MoveCost>,
    /// Costs of roads by movement column.
    pub roads: Table<RoadType, MoveCost>,
    /// Heights that count for an End Point.
    pub height_end: Lines<Height, i16>,
    /// Heights that count for an obstacle.
    pub height_obstacle: Lines<Height, i16>,
    /// The Slope Table; the last column is everything beyond.
    pub slopes: Table<SlopeDifference, u16>,
    /// The die of a successful Closing Roll.
    pub closing: Lines<Rating, i16>,
    /// Modifiers of the Closing Roll.
    pub closing_modifiers: Lines<ClosingModifier, i16>,
    /// Range of small arms.
    pub arm_range: Lines<SmallArm, u16>,
    /// What small arms are known for.
    pub arm_characteristic: Lines<SmallArm, Option<Characteristic>>,
    /// Range of guns.
    pub gun_range: Lines<Gun, u16>,
    /// Canister of guns.
    pub gun_canister: Lines<Gun, Option<Canister>>,
    /// The Opening Volley: lowest and highest die for each loss.
    pub volley: Table<VolleyColumn, Option<u8>>,
    /// Column shifts of the Opening Volley.
    pub volley_shifts: Lines<VolleyShift, i16>,
    /// Column of the Combat Table by firing SPs.
    pub combat_columns: Ranged<CombatColumn>,
    /// Shift of small arms by range.
    pub range_regular: Ranged<i16>,
    /// The same for Sharpshooter-Capable units.
    pub range_sharpshooter: Ranged<i16>,
    /// Shift of artillery by range.
    pub range_artillery: Ranged<i16>,
    /// Shift by counter-battery fire.
    pub cbf_shift: Lines<CbfLevel, i16>,
    /// Shift of firepower.
    pub firepower_shift: Lines<Firepower, i16>,
    /// Farthest range of firepower.
    pub firepower_range: Lines<Firepower, u16>,
    /// SPs that must have the characteristic.
    pub threshold: Ranged<u16>,
    /// Shifts that the target causes.
    pub target_shift: Lines<TargetShift, i16>,
    /// Whether a shift is ignored at long range.
    pub target_shift_near: Lines<TargetShift, bool>,
    /// Whether terrain shifts fire.
    pub cover_combat: Lines<Cover, bool>,
    /// Whether terrain steadies morale.
    pub cover_morale: Lines<Cover, bool>,
    /// The Combat Table.
    pub combat: Grid<CombatCell>,
    /// SPs lost by a result.
    pub combat_losses: Lines<CombatCell, u8>,
    /// Whether a result endangers leaders.
    pub combat_leaders: Lines<CombatCell, bool>,
    /// Whether a result calls for a morale check.
    pub combat_morale: Lines<CombatCell, bool>,
    /// What a result does to counter-battery fire on the target.
    pub combat_cbf: Lines<CombatCell, CbfStep>,
    /// Depletion by the same dice and column.
    pub depletion: Grid<Depletion>,
    /// SP difference of a Charge, attacker larger or same.
    pub charge_attacker: Ranged<i16>,
    /// SP difference of a Charge, defender larger.
    pub charge_defender: Ranged<i16>,
    /// A Blood Lusted attacker.
    pub charge_modifiers: Lines<ChargeModifier, i16>,
    /// The attacking leader.
    pub charge_leader: Lines<LeaderRow, Signed>,
    /// Fixed modifiers of the morale check.
    pub morale_modifiers: Lines<MoraleModifier, i16>,
    /// Whether a morale modifier counts at long range.
    pub morale_far: Lines<MoraleModifier, bool>,
    /// The stack's leader in a morale check.
    pub morale_leader: Lines<LeaderRow, Signed>,
    /// SPs of a Small stack.
    pub small: Lines<SmallRow, u16>,
    /// The Morale Table.
    pub morale: Grid<MoraleCell>,
    /// The Additive Morale chart: by result, then the Town column.
    pub additive: Table<MoraleState, Added>,
    /// Leader Loss by case, as a row of its chart.
    pub leader_loss: [Spans; LossCase::ALL.len()],
    /// The modifier of Leader Loss.
    pub leader_loss_modifiers: Lines<LossModifier, i16>,
    /// Numbers that the text gives outside its tables.
    pub limits: Lines<Limit, u16>,
}

engine::keys! {
    /// The row of the activity chart that is a share.
    pub enum ActivityAllowance {
        /// The movement allowance.
        Allowance = "movement-allowance",
    }
}

engine::keys! {
    /// The rows of the activity chart that say yes or no.
    pub enum ActivityAllowed {
        /// Fire combat.
        Fire = "fire-combat",
        /// Charging.
        Charge = "charge",
        /// Formation changes.
        Formation = "formation-change",
        /// Facing changes.
        Facing = "facing-change",
    }
}

/// The columns of the activity chart, in the order of [`Activity`].
const ACTIVITY_COLUMNS: [&str; 2] = ["move_activity", "fire_activity"];
/// The Town column of the Additive Morale chart, after one for each state.
pub const TOWN_COLUMN: usize = MoraleState::ALL.len();
/// Two dice.
const TWO_DICE: std::ops::RangeInclusive<i16> = 2..=12;
/// One die.
const ONE_DIE: std::ops::RangeInclusive<i16> = 1..=6;

fn names<K: Key>() -> Vec<&'static str> {
    K::ALL.iter().map(|key| key.name()).collect()
}

impl Tables {
    /// Reads every chart, or says what is wrong with the first bad one.
    pub fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let chart = |id: &str| charts.chart(id);
        let activity = chart("activity-effects")?;
        let states = chart("morale-state-effects")?;
        let small_arms = chart("small-arms")?;
        let guns = chart("artillery")?;
        let arms_range = chart("combat-shift-small-arms-range")?;
        let firepower = chart("combat-shift-firepower")?;
        let target = chart("combat-shift-target")?;
        let cover = chart("protective-terrain")?;
        let result_key = chart("combat-result-key")?;
        let morale_modifiers = chart("morale-modifiers")?;
        let columns = names::<CombatColumn>();
        let volley_columns = ["loss0_min", "loss0_max", "loss1_min", "loss1_max", "loss2_min", "loss2_max"];
        let ranges = 1..=OPEN_END;
        let loss = chart("leader-loss")?;
        let by_case = |case: LossCase| Spans::from_cells_within(loss, case.name(), TWO_DICE);
        let [share_move, share_fire] = ACTIVITY_COLUMNS.map(|column| Lines::open_some(activity, "item", column));
        let slopes = chart("slope-table")?;
        let slope_columns: Vec<&str> = slopes.columns().iter().skip(1).map(String::as_str).collect();
        let mut additive_columns = names::<MoraleState>();
        additive_columns.push("Town");
        let differences = chart("charge-modifiers-sp")?;
        let difference =
            |side| Ranged::open(differences, ["sp_difference_min", "sp_difference_max", side], 0..=OPEN_END);
        whole::check_volley(chart("opening-volley")?)?;
        whole::check_recovery(chart("attack-recovery-leader")?)?;
        Ok(Tables {
            delivery_awareness: Lines::open(chart("order-delivery-awareness")?, "id", "turns")?,
            delivery_distance: Lines::open(chart("order-delivery-distance")?, "id", "turns")?,
            radius: Lines::open(chart("command-radius")?, "level", "hexes")?,
            command_roll: Ranged::open(chart("command-roll")?, ["min", "max", "result"], TWO_DICE)?,
            command_modifiers: Lines::open_some(chart("command-roll-modifiers")?, "id", "value")?,
            command_leader: Lines::open_some(chart("command-roll-modifiers")?, "id", "value")?,
            zero_rule: Ranged::open(chart("zero-rule")?, ["min", "max", "ma"], ONE_DIE)?,
            recovery_base: Lines::open(chart("attack-recovery-base")?, "id", "pass_on")?,
            recovery_leader: Lines::open(chart("attack-recovery-leader")?, "command_value", "recovery_on")?,
            fluke_modifiers: Lines::open(chart("fluke-stoppage-modifiers")?, "id", "value")?,
            fluke_base: Lines::open(chart("fluke-stoppage-base")?, "id", "pass_on")?,
            fluke_leader: Lines::open(chart("fluke-stoppage-leader")?, "command_value", "continue_on")?,
            formations: Formations::open(chart("formation-effects")?)?,
            activity_share: [share_move?, share_fire?],
            activity_allows: Table::open_some(activity, "item", &ACTIVITY_COLUMNS)?,
            state_fire: Lines::open(states, "state", "fire")?,
            state_movement: Lines::open(states, "state", "movement")?,
            state_zoc: Lines::open(states, "state", "zoc")?,
            allowance: Table::open(chart("movement-allowance")?, "item", &names::<MoveColumn>())?,
            hexes: Table::open_some(chart("terrain-movement")?, "terrain", &names::<MoveColumn>())?,
            hexsides: Table::open_some(chart("terrain-movement")?, "terrain", &names::<MoveColumn>())?,
            roads: Table::open_some(chart("terrain-movement")?, "terrain", &names::<MoveColumn>())?,
            height_end: Lines::open(chart("los-heights")?, "id", "end_point")?,
            height_obstacle: Lines::open(chart("los-heights")?, "id", "obstacle")?,
            slopes: Table::open(slopes, "diff", &slope_columns)?,
            closing: Lines::open(chart("closing-roll")?, "morale", "success_on")?,
            closing_modifiers: Lines::open(chart("closing-roll-modifiers")?, "id", "value")?,
            arm_range: Lines::open(small_arms, "code", "max_range")?,
            arm_characteristic: Lines::open(small_arms, "code", "characteristic")?,
            gun_range: Lines::open(guns, "code", "max_range")?,
            gun_canister: Lines::open(guns, "code", "canister")?,
            volley: Table::open(chart("opening-volley")?, "column", &volley_columns)?,
            volley_shifts: Lines::open(chart("opening-volley-modifiers")?, "id", "shift")?,
            combat_columns: Ranged::open(chart("combat-sp-columns")?, ["sp_min", "sp_max", "column"], 1..=8)?,
            range_regular: Ranged::open(arms_range, ["range_min", "range_max", "regular"], ranges.clone())?,
            range_sharpshooter: Ranged::open(arms_range, ["range_min", "range_max", "sharpshooter"], ranges.clone())?,
            range_artillery: Ranged::open(
                chart("combat-shift-artillery-range")?,
                ["range_min", "range_max", "shift"],
                ranges,
            )?,
            cbf_shift: Lines::open(chart("combat-shift-cbf")?, "cbf_level", "shift")?,
            firepower_shift: Lines::open(firepower, "id", "shift")?,
            firepower_range: Lines::open(firepower, "id", "max_range")?,
            threshold: Ranged::open(chart("threshold-value")?, ["sp_min", "sp_max", "min_special_sps"], 1..=8)?,
            target_shift: Lines::open(target, "id", "shift")?,
            target_shift_near: Lines::open(target, "id", "ignored_at_range_10_plus")?,
            cover_combat: Lines::open(cover, "id", "combat_shift")?,
            cover_morale: Lines::open(cover, "id", "morale_minus_1")?,
            combat: Grid::open_columns(chart("combat-table")?, &columns)?,
            combat_losses: Lines::open(result_key, "cell", "losses")?,
            combat_leaders: Lines::open(result_key, "cell", "leader_loss_check")?,
            combat_morale: Lines::open(result_key, "cell", "morale_check")?,
            combat_cbf: Lines::open(result_key, "cell", "cbf_if_target_has_artillery")?,
            depletion: Grid::open_columns(chart("combat-depletion")?, &columns)?,
            charge_attacker: difference("attacker_larger_or_same")?,
            charge_defender: difference("defender_larger")?,
            charge_modifiers: Lines::open_some(chart("charge-modifiers-other")?, "id", "value")?,
            charge_leader: Lines::open_some(chart("charge-modifiers-other")?, "id", "value")?,
            morale_modifiers: Lines::open_some(morale_modifiers, "id", "value")?,
            morale_far: Lines::open_some(morale_modifiers, "id", "used_at_range_10_plus")?,
            morale_leader: Lines::open_some(morale_modifiers, "id", "value")?,
            small: Lines::open(chart("smallness")?, "id", "max_sps")?,
            morale: Grid::open_columns(chart("morale-table")?, &names::<Rating>())?,
            additive: Table::open(chart("additive-morale")?, "current", &additive_columns)?,
            leader_loss: [
                by_case(LossCase::Other)?,
                by_case(LossCase::Capture)?,
                by_case(LossCase::ChargeDefender)?,
                by_case(LossCase::ChargeAttacker)?,
            ],
            leader_loss_modifiers: Lines::open(chart("leader-loss-modifiers")?, "id", "value")?,
            limits: Lines::open(chart("limits")?, "id", "value")?,
        })
    }

    /// The allowance of a movement column, in MPs.
    pub(crate) fn allowance_of(&self, column: MoveColumn) -> Result<engine::Looked<Decimal>, Fault> {
        let looked = self.allowance.at(AllowanceRow::Allowance, column.index())?;
        match looked.value {
            MoveCost::Hex(points) => Ok(looked.map(|_| points)),
            _ => Err(Fault::of_file("movement-allowance", format!("no allowance in column `{}`", column.name()))),
        }
    }
}
