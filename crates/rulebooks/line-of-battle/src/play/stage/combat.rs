//! What a shot or a Charge promises: estimates from the almanac, good enough to compare with each other.

use engine::stage::{Act, Prospect};
use field::hex::Hex;

use super::almanac::Muzzle;
use super::look::{Group, Look};
use crate::charts::{
    Canister, CbfLevel, ClosingModifier, Facing, Firepower, Limit, MoraleModifier, MoraleState, Rating, SmallRow,
    TargetShift, VolleyColumn,
};
use crate::play::stack::in_front;
use crate::play::state::UnitId;
use crate::unit::{Arm, Formation, formation_row, has_canister};

/// An enemy stack as a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub at: Hex,
    pub top: UnitId,
    pub sp: u8,
    arm: Arm,
    rating: Rating,
    state: MoraleState,
    wrecked: bool,
    facing: Facing,
    open: bool,
}

impl Target {
    /// The enemies of a hex.
    pub(super) fn at(look: &Look<'_>, at: Hex) -> Option<Target> {
        let mut sp = 0_u8;
        let mut count = 0;
        let cell = look.theatre.field.cell(at)?;
        let top = look.table.top(cell).filter(|top| look.theatre.unit(*top).side != look.side)?;
        for id in look.table.stack(cell) {
            sp = sp.saturating_add(look.battle.unit(id).sp);
            count += 1;
        }
        let (card, now) = (look.theatre.unit(top), look.battle.unit(top));
        let row = formation_row(card.arm, now.formation, count == 1);
        Some(Target {
            at,
            top,
            sp,
            arm: card.arm,
            rating: card.rating,
            state: now.state,
            wrecked: look.theatre.almanac.is_wrecked(card.printed, now.sp),
            facing: look.theatre.book.tables.formations.at(row).facing.value,
            open: count == 1 && now.formation == Formation::OpenOrder,
        })
    }

    /// Whether it is taken in its rear from a hex.
    pub(super) fn is_rear(&self, look: &Look<'_>, from: Hex) -> bool {
        match self.facing {
            Facing::AllRear => true,
            Facing::AllFront => false,
            Facing::Normal => !in_front(look.battle.unit(self.top), self.at, from),
        }
    }

    /// The modifiers of its morale check.
    fn nerve(&self, look: &Look<'_>, rear: bool, covered: bool, small_arms: bool) -> i16 {
        let book = &look.theatre.book;
        let small = u16::from(self.sp) <= book.tables.small.at(SmallRow::Small).value;
        let line = |applies: bool, line| if applies { book.tables.morale_modifiers.at(line).value } else { 0 };
        let shaken = matches!(self.state, MoraleState::Shaken | MoraleState::Disorganized);
        let lines = line(shaken, MoraleModifier::ShakenDg)
            + line(self.wrecked, MoraleModifier::Wrecked)
            + line(rear, MoraleModifier::Rear)
            + line(small, MoraleModifier::Small)
            + line(small_arms && self.arm != Arm::Infantry, MoraleModifier::ArtyCav)
            + line(covered, MoraleModifier::Terrain);
        // COST: every target asks, and hardly any has a leader: nobody branches for each of them.
        let here = |at: Hex| (at.q == self.at.q) & (at.r == self.at.r);
        let led = look.led().iter().fold(0, |most, (at, morale)| most.max(if here(*at) { *morale } else { 0 }));
        lines - i16::from(led)
    }
}

/// What fire promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volley {
    /// Men that he is likely to lose.
    pub harm: i32,
    chance: i32,
    flanking: bool,
}

impl Volley {
    /// Adds it to what a place promises.
    pub(super) fn enter(self, prospect: &mut Prospect) {
        prospect.act = Act::Fire;
        (prospect.harm, prospect.chance, prospect.flanking) = (self.harm, self.chance, self.flanking);
    }
}

/// The fire of a stack out of a hex, whoever is aimed at.
///
/// COST: a stack that fires looks at everybody in its reach, and all this is the same for each of them.
pub(super) struct Fire {
    from: Hex,
    muzzle: Muzzle,
    /// Strength Points that may still fire.
    sp: u8,
    /// What counter-battery fire shifts.
    cbf: i16,
    /// What canister shifts, and how far it reaches; nought where there is none.
    canister: (i16, u16),
    long_range: u16,
}

impl Fire {
    /// Nothing if it cannot shoot, or if enough has been fired out of the hex.
    pub(super) fn of(look: &Look<'_>, group: &Group, from: Hex) -> Option<Fire> {
        let muzzle = group.muzzle(look)?;
        let book = &look.theatre.book;
        let fired =
            look.battle.fired.iter().find(|fired| fired.at == from).map_or(0, |fired| fired.sps.thousandths() / 1_000);
        let halved = if group.state == MoraleState::Disorganized { group.sp / 2 } else { group.sp };
        let most = i32::from(book.limit(Limit::FireMost)) - fired;
        let sp = i32::from(halved.max(1)).min(most);
        let (cbf, long_range) = (counter_battery(look, group, muzzle), book.limit(Limit::LongRange));
        (sp > 0).then(|| Fire { from, muzzle, sp: sp as u8, cbf, canister: canister(look, group), long_range })
    }

    /// What it promises at a target; nothing if it would be off the table.
    pub(super) fn at(&self, look: &Look<'_>, target: &Target) -> Option<Volley> {
        let (book, almanac) = (&look.theatre.book, &look.theatre.almanac);
        let range = self.from.distance(target.at);
        let (rear, covered) = (target.is_rear(look, self.from), look.is_covered(target.at, self.from));
        let far = range >= self.long_range;
        let shift = |which| book.tables.target_shift.at(which).value;
        let mut column = almanac.column(self.sp, range, self.muzzle);
        column += if range <= self.canister.1 { self.canister.0 } else { 0 };
        column += if rear && !far { shift(TargetShift::Rear) } else { 0 };
        column += if target.state == MoraleState::Disorganized && !far { shift(TargetShift::Disorganized) } else { 0 };
        column += if covered { shift(TargetShift::Protective) } else { 0 };
        column += if target.open { shift(TargetShift::OpenOrder) } else { 0 };
        column += self.cbf;
        if column < 0 {
            return None;
        }
        let odds = almanac.shot(column);
        let small_arms = self.muzzle != Muzzle::Guns;
        let check = almanac.check(target.rating, target.nerve(look, rear, covered, small_arms));
        let driven = check.broken * i32::from(target.sp);
        let lost = odds.loss + odds.check * (check.loss + driven) / 1_000;
        Some(Volley { harm: lost * almanac.men / 1_000, chance: odds.check, flanking: rear })
    }
}

/// What canister shifts, and how far it reaches.
fn canister(look: &Look<'_>, group: &Group) -> (i16, u16) {
    let tables = &look.theatre.book.tables;
    let kind = match group.canister(look) {
        Some(Canister::Dense) => Firepower::CanisterDense,
        Some(Canister::Normal) => Firepower::CanisterNormal,
        None => return (0, 0),
    };
    (tables.firepower_shift.at(kind).value, tables.firepower_range.at(kind).value)
}

fn counter_battery(look: &Look<'_>, group: &Group, muzzle: Muzzle) -> i16 {
    let level = match look.battle.unit(group.units[0]).cbf {
        _ if muzzle != Muzzle::Guns => return 0,
        0 => return 0,
        1 => CbfLevel::One,
        _ => CbfLevel::Two,
    };
    look.theatre.book.tables.cbf_shift.at(level).value
}

/// What a Charge from a hex at a target promises.
pub(super) fn charge(look: &Look<'_>, group: &Group, from: Hex, target: &Target, prospect: &mut Prospect) {
    let (book, almanac) = (&look.theatre.book, &look.theatre.almanac);
    let (rear, covered) = (target.is_rear(look, from), look.is_covered(target.at, from));
    let closes = closing(look, group, from, target, rear);
    let lost = if target.state == MoraleState::Routed { 0 } else { almanac.volley(VolleyColumn::Charge) };
    let horse = group.formation == Formation::Mounted;
    let ours = if horse { 0 } else { i16::from(group.sp) };
    let his = if target.state == MoraleState::Routed { 0 } else { i16::from(target.sp.saturating_sub(1)) };
    let (charts, apart) = if ours >= his {
        (&book.tables.charge_attacker, ours - his)
    } else {
        (&book.tables.charge_defender, his - ours)
    };
    let edge = charts.at(apart).map_or(0, |looked| looked.value);
    let leader = group.leader.map_or(0, |leader| i16::from(look.battle.leaders[leader.index()].morale));
    let check = almanac.check(target.rating, target.nerve(look, rear, covered, true) + edge + leader);
    let driven = check.loss + check.broken * i32::from(target.sp);
    prospect.act = Act::Charge;
    prospect.chance = closes * check.retreat / 1_000;
    prospect.harm = closes * (1_000 + driven) / 1_000 * almanac.men / 1_000;
    prospect.risk += closes * lost / 1_000 * almanac.men / 1_000;
    prospect.flanking = rear;
    prospect.mass = look.mass(target.at);
}

/// The chance that a stack dares to close, in thousandths.
fn closing(look: &Look<'_>, group: &Group, from: Hex, target: &Target, rear: bool) -> i32 {
    let book = &look.theatre.book;
    let modifier = |which| book.tables.closing_modifiers.at(which).value;
    let leader = group.leader.map_or(0, |leader| u16::from(look.battle.leaders[leader.index()].morale));
    let guns = look.theatre.unit(target.top).arm == Arm::Artillery
        && look.battle.unit(target.top).formation == Formation::Unlimbered
        && has_canister(book, &look.theatre.derived_unit(look.battle, target.top));
    let began_there = group.at == from && group.at.distance(target.at) == 1;
    let mut total = -book.tables.closing.at(group.rating).value;
    total += if leader >= book.limit(Limit::ClosingLeader) { modifier(ClosingModifier::Leader) } else { 0 };
    total += if rear { modifier(ClosingModifier::Rear) } else { 0 };
    total += if group.state == MoraleState::Shaken { modifier(ClosingModifier::Shaken) } else { 0 };
    total += if guns && !rear { modifier(ClosingModifier::Canister) } else { 0 };
    total += if began_there { modifier(ClosingModifier::Static) } else { 0 };
    i32::from((7 + total).clamp(0, 6)) * 1_000 / 6
}
