//! Combat units, leaders and stacks, and how losses change them.

use arrayvec::ArrayVec;
use engine::chart::Key;
use engine::{Fault, Refusal, Rule, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::charts::{Canister, FormationRow, Gun, LeaderFate, Limit, MoraleState, Rating, SmallArm, SmallRow};
use crate::rules::*;

keys! {
    /// The arm of a combat unit.
    pub enum Arm {
        /// An infantry regiment.
        Infantry = "infantry",
        /// A cavalry regiment.
        Cavalry = "cavalry",
        /// An artillery battery.
        Artillery = "artillery",
    }
}

keys! {
    /// How a unit stands.
    pub enum Formation {
        /// Line; for cavalry this is dismounted.
        Line = "line",
        /// Infantry in Column.
        Column = "column",
        /// Infantry or dismounted cavalry in Open Order.
        OpenOrder = "open-order",
        /// Cavalry in the saddle.
        Mounted = "mounted",
        /// Guns hitched up.
        Limbered = "limbered",
        /// Guns ready to fire.
        Unlimbered = "unlimbered",
    }
}

impl Formation {
    /// Whether a unit so formed goes through a Town by road only, in and out.
    pub(crate) const fn keeps_to_roads(self) -> bool {
        matches!(self, Formation::Column | Formation::Mounted | Formation::Limbered)
    }
}

keys! {
    /// What a battery loads.
    pub enum Ammunition {
        /// Shell.
        Shell = "shell",
        /// Canister.
        Canister = "canister",
    }
}

keys! {
    /// The light of a turn.
    pub enum Light {
        /// Day.
        Day = "day",
        /// Twilight.
        Twilight = "twilight",
        /// Night.
        Night = "night",
    }
}

/// What a unit shoots with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// Small arms of infantry and cavalry, by their code.
    SmallArms(SmallArm),
    /// Guns of a battery, by their code.
    Artillery(Gun),
}

/// LIMIT: printed Strength Points of a unit.
pub const SP_MAX: u8 = 16;
/// LIMIT: units in one hex; sixteen of one Strength Point fill it.
pub const UNITS_MAX: usize = 16;
/// LIMIT: leaders in one hex; as many as units, so that nobody who could lead one of them is spared a Leader Loss roll.
pub const LEADERS_MAX: usize = 16;
/// LIMIT: Command Value and Morale Value of a leader.
pub const VALUE_MAX: u8 = 4;

/// One combat unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its arm.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// How it stands.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Its Morale Rating.
    #[serde(default = "fair")]
    pub rating: Rating,
    /// Its printed Strength Points.
    pub printed: u8,
    /// The Strength Points it has left.
    pub sp: u8,
    /// Its morale state.
    #[serde(default = "normal")]
    pub state: MoraleState,
    /// Whether it is a sharpshooter unit (they are Open Order units too).
    #[serde(default)]
    pub sharpshooter: bool,
    /// Whether it is an Open Order unit, however it stands; whoever stands in Open Order is one.
    #[serde(default)]
    pub open_order: bool,
    /// What it shoots with; only needed where it fires.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Artillery: whether its shell is depleted.
    #[serde(default)]
    pub shell_depleted: bool,
    /// Artillery: whether its canister is depleted.
    #[serde(default)]
    pub canister_depleted: bool,
    /// Artillery that fires: what it loads. Left out, the firing side is asked where there is a choice.
    #[serde(default)]
    pub ammunition: Option<Ammunition>,
    /// Whether it holds its fire while others of its stack shoot.
    #[serde(default)]
    pub holds_fire: bool,
}

impl Unit {
    /// 9.4: whether it is an Open Order unit.
    ///
    /// RULING: that is printed on a unit and stays with it in Line and Column. Capable is one that stands in Open Order, alone;
    /// "Capable or not" therefore speaks of the other formations too.
    pub(crate) fn is_open_order(&self) -> bool {
        self.open_order || self.sharpshooter || self.formation == Formation::OpenOrder
    }
}

fn infantry() -> Arm {
    Arm::Infantry
}

fn line() -> Formation {
    Formation::Line
}

fn fair() -> Rating {
    Rating::C
}

fn normal() -> MoraleState {
    MoraleState::Normal
}

/// A leader who is with a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// His Morale Value.
    pub morale: u8,
    /// Whether he commands any unit of the stack; only then does his value count.
    #[serde(default = "yes")]
    pub commands: bool,
    /// Whether he is an artillery leader.
    #[serde(default)]
    pub artillery: bool,
}

fn yes() -> bool {
    true
}

/// All combat units of one side in one hex, the top unit first, and the leaders there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// The units, the top unit first.
    pub units: Vec<Unit>,
    /// The leaders in the hex.
    #[serde(default)]
    pub leaders: Vec<Leader>,
    /// Whether combat units that are not part of it share its hex: then nobody in it is Open Order Capable.
    #[serde(default)]
    pub in_company: bool,
}

/// What a unit has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct UnitAfter {
    /// Strength Points left; none means destroyed.
    pub sp: u8,
    /// Its morale state.
    pub state: MoraleState,
}

/// A stack afterwards: its units in their order, and what became of its leaders.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct StackAfter {
    /// The units, the top unit first.
    #[schemars(with = "Vec<UnitAfter>")]
    pub units: ArrayVec<UnitAfter, UNITS_MAX>,
    /// What became of the leaders.
    #[schemars(with = "Vec<LeaderFate>")]
    pub leaders: ArrayVec<LeaderFate, LEADERS_MAX>,
}

impl StackAfter {
    /// The stack before anything has happened to it.
    pub(crate) fn new(stack: &Stack) -> Self {
        let unit = |unit: &Unit| UnitAfter { sp: unit.sp, state: unit.state };
        StackAfter {
            units: stack.units.iter().take(UNITS_MAX).map(unit).collect(),
            leaders: stack.leaders.iter().take(LEADERS_MAX).map(|_| LeaderFate::Unhurt).collect(),
        }
    }

    /// All Strength Points.
    pub fn sp(&self) -> u8 {
        self.units.iter().map(|unit| unit.sp).sum()
    }

    /// Whether nothing of it is left.
    pub fn is_destroyed(&self) -> bool {
        self.units.iter().all(|unit| unit.sp == 0)
    }

    /// S 31: losses come off the top unit, the surplus off the next. Gives what was really lost.
    pub(crate) fn lose(&mut self, losses: u8) -> u8 {
        let mut left = losses;
        for unit in &mut self.units {
            let gone = left.min(unit.sp);
            unit.sp -= gone;
            left -= gone;
        }
        losses - left
    }

    /// Whether any unit that is left is in one of these states.
    pub(crate) fn any_in(&self, states: &[MoraleState]) -> bool {
        self.units.iter().any(|unit| unit.sp > 0 && states.contains(&unit.state))
    }
}

/// A stack with what it has left: what the rules ask about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<'a> {
    pub stack: &'a Stack,
    pub after: &'a StackAfter,
}

impl<'a> Standing<'a> {
    /// The units that are left.
    pub fn living(self) -> impl Iterator<Item = (&'a Unit, UnitAfter)> {
        self.stack.units.iter().zip(self.after.units.iter().copied()).filter(|(_, after)| after.sp > 0)
    }

    /// The top unit.
    pub fn top(self) -> Option<(&'a Unit, UnitAfter)> {
        self.living().next()
    }

    /// S 9: an Open Order unit alone in its hex.
    pub fn is_open_order_capable(self) -> bool {
        let mut living = self.living();
        let first = living.next();
        !self.stack.in_company
            && living.next().is_none()
            && first.is_some_and(|(unit, _)| unit.formation == Formation::OpenOrder)
    }

    /// A sharpshooter unit that is Open Order Capable.
    pub fn is_sharpshooter_capable(self) -> bool {
        self.is_open_order_capable() && self.top().is_some_and(|(unit, _)| unit.sharpshooter)
    }

    /// Whether the Strength Points of all its units make it Small.
    pub fn is_small(self, book: &Book) -> bool {
        u16::from(self.after.sp()) <= book.tables.small.at(SmallRow::Small).value
    }

    /// The Morale Value of the leader who speaks for the stack: the highest of those left who command any unit in it.
    pub fn leader(self) -> u8 {
        let leaders = self.stack.leaders.iter().zip(&self.after.leaders);
        let left = leaders.filter(|(leader, fate)| leader.commands && **fate == LeaderFate::Unhurt);
        left.map(|(leader, _)| leader.morale).max().unwrap_or(0)
    }

    /// The row of the formation chart for a unit of this stack.
    pub fn row(self, unit: &Unit) -> FormationRow {
        formation_row(unit.arm, unit.formation, self.is_open_order_capable())
    }

    /// Whether a unit can fire as it stands: formation, state and ammunition; range and facing are another matter.
    pub fn can_fire(self, book: &Book, unit: &Unit, after: UnitAfter) -> bool {
        let ammunition = unit.arm != Arm::Artillery || !unit.shell_depleted || has_canister(book, unit);
        book.tables.formations.at(self.row(unit)).combat.value && after.state != MoraleState::Routed && ammunition
    }

    /// Strength Points that count in the difference of a Charge (S 19): those capable of firing.
    pub fn charge_sp(self, book: &Book) -> u8 {
        let pistols = |unit: &Unit, after: UnitAfter| {
            book.switches.mounted_pistols && unit.formation == Formation::Mounted && after.state != MoraleState::Routed
        };
        let counts = |(unit, after): &(&Unit, UnitAfter)| self.can_fire(book, unit, *after) || pistols(unit, *after);
        self.living().filter(counts).map(|(_, after)| after.sp).sum()
    }

    /// Whether any unit that is left has guns.
    pub fn has_artillery(self) -> bool {
        self.living().any(|(unit, _)| unit.arm == Arm::Artillery)
    }

    /// Whether unlimbered guns with canister left stand here.
    pub fn shows_canister(self, book: &Book) -> bool {
        self.living().any(|(unit, after)| {
            unit.formation == Formation::Unlimbered && after.state != MoraleState::Routed && has_canister(book, unit)
        })
    }
}

/// Whether a battery still has canister: its guns fire it, and it is not depleted.
pub(crate) fn has_canister(book: &Book, unit: &Unit) -> bool {
    canister_of(book, unit).is_some() && !unit.canister_depleted
}

/// The canister of a battery's guns.
pub(crate) fn canister_of(book: &Book, unit: &Unit) -> Option<Canister> {
    match unit.weapon {
        Some(Weapon::Artillery(gun)) => book.tables.gun_canister.at(gun).value,
        _ => None,
    }
}

/// S 3: whether a unit with so many of its printed Strength Points left is Wrecked.
pub(crate) fn is_wrecked(book: &Book, printed: u8, sp: u8) -> bool {
    let needed =
        (u16::from(printed) / book.limit(Limit::WreckedDivisor).max(1)).saturating_add(book.limit(Limit::WreckedPlus));
    u16::from(printed.saturating_sub(sp)) >= needed
}

/// The row of the formation chart.
pub(crate) fn formation_row(arm: Arm, formation: Formation, capable: bool) -> FormationRow {
    match (arm, formation) {
        (_, Formation::OpenOrder) if capable => FormationRow::OpenOrderCapable,
        (_, Formation::OpenOrder) => FormationRow::OpenOrder,
        (_, Formation::Column) => FormationRow::InfantryColumn,
        (_, Formation::Mounted) => FormationRow::CavalryMounted,
        (_, Formation::Limbered) => FormationRow::ArtilleryLimbered,
        (_, Formation::Unlimbered) => FormationRow::ArtilleryUnlimbered,
        (Arm::Cavalry, Formation::Line) => FormationRow::CavalryLine,
        (Arm::Infantry | Arm::Artillery, Formation::Line) => FormationRow::InfantryLine,
    }
}

/// The rule of a row of the formation chart.
pub(crate) fn formation_rule(row: FormationRow) -> Rule {
    match row {
        FormationRow::InfantryLine => LB_FORM_INF_LINE,
        FormationRow::InfantryColumn => LB_FORM_INF_COLUMN,
        FormationRow::CavalryLine => LB_FORM_CAV_LINE,
        FormationRow::CavalryMounted => LB_FORM_CAV_MOUNTED,
        FormationRow::ArtilleryLimbered => LB_FORM_ART_LIMBERED,
        FormationRow::ArtilleryUnlimbered => LB_FORM_ART_UNLIMBERED,
        FormationRow::OpenOrder => LB_FORM_OPEN,
        FormationRow::OpenOrderCapable => LB_FORM_OOC,
    }
}

/// Whether an arm has a formation at all.
pub(crate) const fn has_formation(arm: Arm, formation: Formation) -> bool {
    match arm {
        Arm::Infantry => matches!(formation, Formation::Line | Formation::Column | Formation::OpenOrder),
        Arm::Cavalry => matches!(formation, Formation::Line | Formation::Mounted | Formation::OpenOrder),
        Arm::Artillery => matches!(formation, Formation::Limbered | Formation::Unlimbered),
    }
}

/// Refuses an arm in a formation it does not have.
pub(crate) fn check_formation(refusal: &mut Refusal, field: &str, arm: Arm, formation: Formation) {
    refusal
        .unless(has_formation(arm, formation), field, LB_FORM_TABLE, || format!("{arm} has no formation {formation}"));
}

/// Refuses Strength Points that no unit can have.
pub(crate) fn check_sp(refusal: &mut Refusal, field: &str, printed: u8, sp: u8, least: u8) {
    let mut own = Refusal::new();
    own.unless((1..=SP_MAX).contains(&printed), "printed", LB_HOUSE_STRENGTH, || {
        format!("a unit has 1 to {SP_MAX} printed SPs")
    });
    own.unless((least..=printed.max(least)).contains(&sp), "sp", LB_HOUSE_STRENGTH, || {
        format!("give {least} to the printed {printed} SPs")
    });
    take_in(refusal, own, || field.to_owned());
}

/// Takes in the reasons that were found about a part. COST: its place is only written down where there are any.
fn take_in(refusal: &mut Refusal, found: Refusal, place: impl FnOnce() -> String) {
    if found.reasons.is_empty() {
        return;
    }
    let place = place();
    // A unit that is the situation itself has no place within it.
    let found = if place.is_empty() { found } else { found.within(&place) };
    refusal.reasons.extend(found.reasons);
}

/// Refuses a stack that cannot be.
pub(crate) fn check_stack(book: &Book, refusal: &mut Refusal, field: &str, stack: &Stack) {
    check_members(book, refusal, field, stack);
    let mut own = Refusal::new();
    let total: u16 = stack.units.iter().map(|unit| u16::from(unit.sp)).sum();
    let most = book.limit(Limit::Stacking);
    own.unless(total <= most, "units", LB_HOUSE_STACK, || format!("{total} SPs in one hex, and {most} may stack"));
    let guns = stack.units.iter().any(|unit| unit.formation == Formation::Unlimbered);
    let others = stack.units.iter().any(|unit| unit.arm != Arm::Artillery);
    own.unless(!(guns && others), "units", LB_FORM_ART_STACK, || {
        "unlimbered artillery stacks with artillery only".to_owned()
    });
    take_in(refusal, own, || field.to_owned());
}

/// The same, whatever stacking says: on the map nobody is out of reach because too many share his hex.
pub(crate) fn check_members(_: &Book, refusal: &mut Refusal, field: &str, stack: &Stack) {
    let mut own = Refusal::new();
    own.unless((1..=UNITS_MAX).contains(&stack.units.len()), "units", LB_FORM_TABLE, || {
        format!("a stack has 1 to {UNITS_MAX} units")
    });
    own.unless(stack.leaders.len() <= LEADERS_MAX, "leaders", LB_MOR_MOD_LEADER, || {
        format!("at most {LEADERS_MAX} leaders are in a hex")
    });
    for (index, unit) in stack.units.iter().enumerate() {
        take_in(&mut own, check_unit(unit), || format!("units[{index}]"));
    }
    for (index, leader) in stack.leaders.iter().enumerate() {
        let mut his = Refusal::new();
        his.unless(leader.morale <= VALUE_MAX, "morale", LB_MOR_MOD_LEADER, || {
            format!("a Morale Value is 0 to {VALUE_MAX}")
        });
        take_in(&mut own, his, || format!("leaders[{index}]"));
    }
    take_in(refusal, own, || field.to_owned());
}

/// What cannot be about a unit.
fn check_unit(unit: &Unit) -> Refusal {
    let mut refusal = Refusal::new();
    check_formation(&mut refusal, "formation", unit.arm, unit.formation);
    check_sp(&mut refusal, "", unit.printed, unit.sp, 1);
    let fits = match unit.weapon {
        Some(Weapon::SmallArms(_)) => unit.arm != Arm::Artillery,
        Some(Weapon::Artillery(_)) => unit.arm == Arm::Artillery,
        None => true,
    };
    let rule = if unit.arm == Arm::Artillery { LB_GUNS_TABLE } else { LB_ARMS_TABLE };
    refusal.unless(fits, "weapon", rule, || format!("{} does not carry that", unit.arm));
    let gunner = unit.arm == Arm::Artillery;
    refusal.unless(!unit.shell_depleted || gunner, "shell_depleted", LB_DEPL_ONE, || {
        "only artillery runs out of shell".to_owned()
    });
    refusal.unless(!unit.canister_depleted || gunner, "canister_depleted", LB_DEPL_ONE, || {
        "only artillery runs out of canister".to_owned()
    });
    refusal.unless(unit.ammunition.is_none() || gunner, "ammunition", LB_DEPL_ONE, || {
        "only artillery loads shell or canister".to_owned()
    });
    refusal.unless(!unit.sharpshooter || !gunner, "sharpshooter", LB_SHIFT_SA_TABLE, || {
        "sharpshooters are infantry or cavalry".to_owned()
    });
    let lusting_open = unit.state == MoraleState::BloodLust && unit.is_open_order();
    refusal.unless(!lusting_open, "state", LB_OO_NOBL, || "Open Order units never become Blood Lusted".to_owned());
    refusal
}

/// A look-up in a stack that has nobody left: the situation was not checked.
#[cold]
pub(crate) fn nobody_left() -> Fault {
    Fault::of_file("situation", "nobody is left of the stack")
}

/// A short account of a stack for one line.
pub(crate) fn describe(after: &StackAfter) -> String {
    if after.is_destroyed() {
        return "destroyed".to_owned();
    }
    let unit = |unit: &UnitAfter| match unit.sp {
        0 => "destroyed".to_owned(),
        sp => format!("{sp} SP {}", unit.state.name()),
    };
    after.units.iter().map(unit).collect::<Vec<_>>().join(" + ")
}

/// What became of leaders, for one line; empty if nothing did.
pub(crate) fn describe_leaders(after: &StackAfter, whose: &str) -> String {
    let fates = after.leaders.iter().filter(|fate| **fate != LeaderFate::Unhurt);
    fates.map(|fate| format!("; {whose} leader {}", fate.name())).collect()
}
