//! The manoeuvres of a march, one after another.

use engine::chart::Key;
use engine::{Asks, Decimal, Fault, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::situation::{ExitLicence, Hex, Manoeuvre, MovementSituation, Piece};
use super::tolls::KnownWay;
use super::town::{IntersectionOutcome, intersection};
use super::{MovementOutcome, Stop, activity_allowance, cost, whole};
use crate::charts::{Activity, AllowanceRow, HexTerrain, Limit, MoraleState, MoveColumn, MoveCost, ZeroMa};
use crate::morale::town_effect;
use crate::rules::*;
use crate::unit::{Arm, Formation, has_formation};
use crate::{Book, Event, Referee};

/// A piece on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct March {
    /// How it stands now.
    pub formation: Formation,
    /// MPs of the movement column it is in.
    pub allowance: Decimal,
    /// MPs left of them.
    pub left: Decimal,
    /// MPs spent; those of an earlier movement column included.
    pub spent: Decimal,
    /// Its morale state now.
    pub state: MoraleState,
    /// Whether it is in an EZOC.
    pub in_ezoc: bool,
    /// Whether it is in a Town hex.
    pub in_town: bool,
    /// Whether it has entered a hex.
    pub moved: bool,
    /// An EZOC was left by licence; further ones cost Strength Points.
    pub left_ezoc: bool,
    /// Whether only the minimum move took it here.
    pub minimum_move: bool,
    /// Strength Points lost to EZOCs.
    pub sps_lost: u8,
}

/// Movement: every manoeuvre in turn, until one cannot be made.
pub(super) fn march<U: Referee>(
    book: &Book,
    situation: &MovementSituation,
    umpire: &mut U,
) -> Ruling<MovementOutcome, U> {
    let mut march = March::begin(book, situation, umpire)?;
    let mut made = 0;
    let mut stopped = None;
    for manoeuvre in &situation.manoeuvres {
        let stop = march.make(book, situation, manoeuvre, umpire)?;
        if stop.is_some() {
            stopped = stop;
            break;
        }
        made += 1;
    }
    Ok(MovementOutcome {
        made,
        stopped,
        spent: march.spent,
        left: march.left,
        formation: (situation.piece == Piece::Unit).then_some(march.formation),
        state: march.state,
        sps_lost: march.sps_lost,
        minimum_move: march.minimum_move,
    })
}

/// MPs at the start. Infantry has those of a column only if it ends in Column (or is Open Order Capable then).
fn first_allowance<U: Referee>(book: &Book, situation: &MovementSituation, umpire: &mut U) -> Result<Decimal, Fault> {
    let infantry = situation.piece == Piece::Unit && situation.arm == Arm::Infantry;
    // RULING: note b gives eight MPs to who ends in Column, and the eight of Open Order are for who is in it: whoever forms it on the
    // way has a line's six until then.
    let formation = match situation.last_formation() {
        _ if !infantry => situation.formation,
        Formation::OpenOrder if situation.formation != Formation::OpenOrder => Formation::Line,
        last => last,
    };
    if infantry && situation.formation != Formation::OpenOrder {
        umpire.cite(LB_TEM_NOTE_B);
    }
    let column = situation.column(formation);
    if situation.piece == Piece::Unit && formation == Formation::OpenOrder {
        umpire.cite(if column == MoveColumn::Line { LB_OO_1_LINE } else { LB_OO_1 });
    }
    column_allowance(book, situation, column, umpire)
}

fn column_allowance<U: Referee>(
    book: &Book,
    situation: &MovementSituation,
    column: MoveColumn,
    umpire: &mut U,
) -> Result<Decimal, Fault> {
    match situation.piece {
        Piece::Unit => activity_allowance(book, column, situation.state, situation.zero, situation.activity, umpire),
        // Leaders, HQs and wagons have neither morale nor activities.
        Piece::Leader | Piece::Headquarters | Piece::Wagon => {
            activity_allowance(book, column, MoraleState::Normal, ZeroMa::Full, Activity::Move, umpire)
        }
    }
}

impl March {
    /// A piece that has done nothing yet. The manoeuvres it means to make decide whether infantry marches as a column.
    pub(crate) fn begin<U: Referee>(
        book: &Book,
        situation: &MovementSituation,
        umpire: &mut U,
    ) -> Result<March, Fault> {
        let allowance = first_allowance(book, situation, umpire)?;
        Ok(March {
            formation: situation.formation,
            allowance,
            left: allowance,
            spent: Decimal::ZERO,
            state: situation.state,
            in_ezoc: situation.in_ezoc,
            in_town: situation.in_town,
            moved: false,
            left_ezoc: false,
            minimum_move: false,
            sps_lost: 0,
        })
    }

    /// One manoeuvre. Gives why it cannot be made, if it cannot; then nothing has changed.
    pub(crate) fn make<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        manoeuvre: &Manoeuvre,
        umpire: &mut U,
    ) -> Ruling<Option<Stop>, U> {
        match manoeuvre {
            _ if self.minimum_move => Ok(Some(Stop::MinimumMove)),
            Manoeuvre::Enter(hex) => self.enter(book, situation, hex, umpire),
            Manoeuvre::Turn => Ok(self.turn(book, situation, umpire)?),
            Manoeuvre::ChangeFormation { to, enemy_distance } => {
                Ok(self.change(book, situation, *to, *enemy_distance, umpire)?)
            }
        }
    }

    fn pay<U: Referee>(&mut self, cost: Decimal, umpire: &mut U) -> Option<Stop> {
        if cost > self.left {
            return Some(Stop::NoPoints);
        }
        self.left = self.left - cost;
        self.spent = self.spent + cost;
        let left = self.left;
        umpire.tell(|| Event::Moved { cost, left });
        None
    }

    fn is_open_order_capable(&self, situation: &MovementSituation) -> bool {
        situation.piece == Piece::Unit && self.formation == Formation::OpenOrder && !situation.stacked
    }

    fn enter<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        hex: &Hex,
        umpire: &mut U,
    ) -> Ruling<Option<Stop>, U> {
        self.enter_there(book, situation, hex, (hex.ezoc, hex.next_to_enemy), umpire)
    }

    /// The same where it is told apart whether the hex lies in an EZOC and next to the enemy.
    pub(crate) fn enter_there<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        hex: &Hex,
        (ezoc, next_to_enemy): (bool, bool),
        umpire: &mut U,
    ) -> Ruling<Option<Stop>, U> {
        if self.minimum_move {
            return Ok(Some(Stop::MinimumMove));
        }
        if let Some(stop) = self.is_held(situation, ezoc, next_to_enemy, umpire) {
            return Ok(Some(stop));
        }
        let Some(cost) = cost::enter(book, situation, self.formation, hex, umpire)? else {
            return Ok(Some(Stop::Prohibited));
        };
        if self.in_town && hex.road.is_none() && self.keeps_to_roads(situation) {
            umpire.cite(LB_TEM_TOWN);
            return Ok(Some(Stop::Prohibited));
        }
        if self.in_town && hex.town_corner {
            let roll = intersection(book, situation.piece, self.formation, umpire)?;
            if roll == IntersectionOutcome::Stuck {
                return Ok(Some(Stop::Intersection));
            }
        }
        let town = hex.terrain.contains(&HexTerrain::Town);
        Ok(self.pay_and_arrive(book, situation, cost, (ezoc, town), umpire)?)
    }

    /// The same for a way whose price is known beforehand; nobody throws for intersections.
    pub(crate) fn enter_known<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        way: KnownWay<'_>,
        umpire: &mut U,
    ) -> Result<Option<Stop>, Fault> {
        if self.minimum_move {
            return Ok(Some(Stop::MinimumMove));
        }
        if let Some(stop) = self.is_held(situation, way.ezoc, way.next_to_enemy, umpire) {
            return Ok(Some(stop));
        }
        let Some(cost) = way.tolls.of(situation, self.formation) else {
            return Ok(Some(Stop::Prohibited));
        };
        if self.in_town && !way.road && self.keeps_to_roads(situation) {
            return Ok(Some(Stop::Prohibited));
        }
        self.pay_and_arrive(book, situation, cost, (way.ezoc, way.town), umpire)
    }

    /// Whether it goes through a Town by road only, in and out.
    fn keeps_to_roads(&self, situation: &MovementSituation) -> bool {
        situation.piece == Piece::Wagon || situation.piece == Piece::Unit && self.formation.keeps_to_roads()
    }

    /// What keeps a piece from entering any such hex, whatever it would cost.
    fn is_held<U: Referee>(
        &mut self,
        situation: &MovementSituation,
        ezoc: bool,
        next_to_enemy: bool,
        umpire: &mut U,
    ) -> Option<Stop> {
        let unit = situation.piece == Piece::Unit;
        if unit && self.formation == Formation::Unlimbered {
            umpire.cite(LB_FORM_ART_UNLIMBERED);
            return Some(Stop::Prohibited);
        }
        let held = unit && self.in_ezoc && !self.may_leave_ezoc(situation, ezoc, next_to_enemy, umpire);
        held.then_some(Stop::Ezoc)
    }

    fn pay_and_arrive<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        cost: Decimal,
        (ezoc, town): (bool, bool),
        umpire: &mut U,
    ) -> Result<Option<Stop>, Fault> {
        if let Some(stop) = self.pay(cost, umpire) {
            // A stack that has not moved may always enter one hex it is not prohibited from, unless it may not move at all. It may
            // have turned before: that is no move.
            let may = situation.activity == Activity::Move && !self.moved && self.allowance > Decimal::ZERO;
            if !may {
                return Ok(Some(stop));
            }
            self.spent = self.spent + self.left;
            self.left = Decimal::ZERO;
            self.minimum_move = true;
        }
        self.moved = true;
        self.arrive(book, situation, ezoc, town, umpire)?;
        Ok(None)
    }

    /// What the new hex does to whoever has entered it.
    fn arrive<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        ezoc: bool,
        town: bool,
        umpire: &mut U,
    ) -> Result<(), Fault> {
        if situation.piece == Piece::Unit {
            if ezoc && self.left_ezoc {
                // S 7: the first exit is free, every further EZOC hex costs.
                let loss = umpire.read(book.tables.limits.at(Limit::ExitLoss)) as u8;
                self.sps_lost = self.sps_lost.saturating_add(loss).min(situation.sp);
            }
            self.in_ezoc = ezoc;
        }
        self.in_town = town;
        self.settle_in_town(book, situation, umpire)
    }

    /// Whether a unit in an EZOC may go on to this hex (S 7, S 55).
    fn may_leave_ezoc<U: Referee>(
        &mut self,
        situation: &MovementSituation,
        ezoc: bool,
        next_to_enemy: bool,
        umpire: &mut U,
    ) -> bool {
        if self.is_open_order_capable(situation) {
            umpire.cite(LB_OO_3);
            return !next_to_enemy;
        }
        match situation.exit {
            ExitLicence::None => false,
            // S 20: whoever has won a Charge is held by nobody.
            ExitLicence::WonCharge => true,
            ExitLicence::Attack => ezoc && !self.moved,
            ExitLicence::NewAttack if ezoc && !self.moved => true,
            // It lets go of an EZOC in which the march began, and of those beyond. Whoever enters his first ends there.
            _ if self.moved && !self.left_ezoc => false,
            ExitLicence::Stopped | ExitLicence::NewOrder | ExitLicence::NewAttack => {
                self.left_ezoc = true;
                true
            }
        }
    }

    /// Line and unlimbered guns in a Town are disorganized at once.
    fn settle_in_town<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        umpire: &mut U,
    ) -> Result<(), Fault> {
        let formed = matches!(self.formation, Formation::Line | Formation::Unlimbered);
        if self.in_town && formed && situation.piece == Piece::Unit {
            self.state = town_effect(book, self.state, umpire)?;
        }
        Ok(())
    }

    fn turn<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        umpire: &mut U,
    ) -> Result<Option<Stop>, Fault> {
        umpire.cite(LB_ACT_FACING);
        if situation.state == MoraleState::Routed {
            umpire.cite(LB_STATE_R);
            return Ok(Some(Stop::Prohibited));
        }
        // P3: whom the Zero Rule leaves nothing neither moves nor turns.
        if situation.zero == ZeroMa::None {
            umpire.cite(LB_ZERO_ROLL);
            return Ok(Some(Stop::NoPoints));
        }
        if self.is_open_order_capable(situation) {
            umpire.cite(LB_OO_6);
            return Ok(None);
        }
        let cost = match self.formation {
            Formation::Line | Formation::OpenOrder => umpire.read(book.tables.limits.at(Limit::TurnCost)),
            Formation::Unlimbered => {
                umpire.cite(LB_FORM_ART_UNLIMBERED);
                0
            }
            // Without a front there is nothing to turn.
            Formation::Column | Formation::Mounted | Formation::Limbered => 0,
        };
        Ok(self.pay(Decimal::from_int(cost.into()), umpire))
    }

    fn change<U: Referee>(
        &mut self,
        book: &Book,
        situation: &MovementSituation,
        to: Formation,
        enemy_distance: Option<u16>,
        umpire: &mut U,
    ) -> Result<Option<Stop>, Fault> {
        umpire.cite(LB_ACT_FORMATION);
        if !has_formation(situation.arm, to) || to == self.formation {
            return Ok(Some(Stop::NoSuchFormation));
        }
        if to == Formation::Limbered {
            umpire.cite(LB_ARTFORM_LIMBER);
        } else if self.in_ezoc {
            return Ok(Some(Stop::FormationInEzoc));
        }
        if to == Formation::Unlimbered && !may_unlimber(book, situation, enemy_distance, umpire) {
            return Ok(Some(Stop::TooNear));
        }
        // R 17: the price is that of the formation being left.
        umpire.cite(LB_TEM_FORMCOST);
        let (old, new) = (situation.column(self.formation), situation.column(to));
        let price = umpire.read(book.tables.allowance.at(AllowanceRow::FormationChange, old.index())?);
        let MoveCost::Hex(price) = price else {
            return Ok(Some(Stop::Prohibited));
        };
        if let Some(stop) = self.pay(price, umpire) {
            return Ok(Some(stop));
        }
        self.formation = to;
        if new != old && situation.arm != Arm::Infantry {
            self.keep_share(column_allowance(book, situation, new, umpire)?);
        } else if to == Formation::OpenOrder && situation.last_formation() == to {
            let more = column_allowance(book, situation, new, umpire)? - self.allowance;
            (self.left, self.allowance) = (self.left + more, self.allowance + more);
            umpire.cite(if new == MoveColumn::Line { LB_OO_1_LINE } else { LB_OO_1 });
        }
        self.settle_in_town(book, situation, umpire)?;
        Ok(None)
    }

    /// Cavalry and artillery keep the unused share of their allowance, fractions dropped.
    fn keep_share(&mut self, new: Decimal) {
        let old = i64::from(self.allowance.thousandths()).max(1);
        let left = i64::from(new.thousandths()) * i64::from(self.left.thousandths()) / old;
        self.left = whole(Decimal::from_thousandths(left as i32));
        self.allowance = new;
    }
}

/// 3.1f: not too close to an enemy able to fire who sees the hex.
fn may_unlimber<U: Referee>(
    book: &Book,
    situation: &MovementSituation,
    enemy_distance: Option<u16>,
    umpire: &mut U,
) -> bool {
    umpire.cite(LB_ARTFORM_MEASURE);
    umpire.cite(LB_ARTFORM_UNLIMBER);
    let limit = if situation.artillery_leader {
        umpire.cite(LB_ARTFORM_UNLIMBER_LDR);
        umpire.cite(LB_ARTLDR_UNLIMBER);
        Limit::UnlimberLeader
    } else {
        Limit::Unlimber
    };
    let least = umpire.read(book.tables.limits.at(limit));
    enemy_distance.is_none_or(|distance| distance >= least)
}
