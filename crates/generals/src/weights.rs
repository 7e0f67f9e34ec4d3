//! What the sergeant thinks things are worth, in tenths of a man. All of his opinions stand here.

/// A man of the enemy who falls or runs.
pub const HARM: i32 = 10;

/// A man of ours who falls. A little less than one of theirs: who is afraid of an even exchange never fires at all.
pub const RISK: i32 = 8;

/// The same when he is ahead and time runs out: nothing more has to be won.
pub const RISK_AHEAD: i32 = 11;

/// The same when he is behind and time runs out: whatever is not tried now is lost.
pub const RISK_BEHIND: i32 = 5;

/// The same when neither is ahead and time runs out: a draw is not worth much care.
pub const RISK_LEVEL: i32 = 7;

/// The quarters of a battle's turns after which the points begin to count.
pub const LATE_QUARTERS: i32 = 2;

/// Quarters of what ground is usually worth, and what a charge is worth besides: as a rule.
pub const USUAL: (i32, i32) = (4, 0);

/// The same when he is behind and time runs out.
pub const HASTE_BEHIND: (i32, i32) = (7, 200);

/// The same when neither is ahead.
pub const HASTE_LEVEL: (i32, i32) = (6, 150);

/// A yard nearer to what is to be taken or held. Two hundred yards, about a turn's march, are worth some sixty men: as many as
/// a line loses to two volleys on the way. With less he comes too late where turns are few.
pub const NEARER: i32 = 3;

/// Most that a move can be worth for the ground it wins: a battery that could gallop a mile is not worth a regiment.
pub const NEARER_MOST: i32 = 900;

/// A shift counts the ground it wins for less than an advance: it is there to mend the line.
pub const NEARER_SHIFTING_QUARTERS: i32 = 2;

/// Whole cover, where the enemy is within [`UNDER_FIRE`]: what it saves in the turns after the next.
pub const COVER: i32 = 160;

/// Yards at which one is under fire, more or less.
pub const UNDER_FIRE: i32 = 500;

/// Yards a piece may stand from the middle of its brigade without being thought lost.
pub const TOGETHER: i32 = 350;

/// Every yard more. A regiment half a mile off is worth nothing to its brigade.
pub const APART: i32 = 1;

/// Most that distance from the brigade can cost.
pub const APART_MOST: i32 = 500;

/// Each enemy who would have the piece in flank or rear: one such volley breaks a regiment that two in front do not.
pub const FLANKED: i32 = 320;

/// Taking an enemy in flank or rear.
pub const FLANKING: i32 = 150;

/// Our men for each thousand of his before a charge is thought of: even numbers lose to a line that stands and fires.
pub const MASS_WANTED: i32 = 1_100;

/// Each thousandth that is missing from it, and as much for each that is there besides.
pub const MASS: i32 = 2;

/// Most that numbers can be worth.
pub const MASS_MOST: i32 = 400;

/// Most that missing numbers can cost.
pub const MASS_MISSING_MOST: i32 = 1_000;

/// A charge that comes off less often than this, in thousandths, is a gift to the enemy.
pub const CHANCE_WANTED: i32 = 550;

/// Each thousandth that is missing from it.
pub const CHANCE: i32 = 2;

/// A charge costs order and nerve even where it comes off, and the fire that is not given meanwhile.
pub const CHARGE: i32 = -120;

/// Fire comes first: it costs nothing, and what is not fired is lost.
pub const FIRE: i32 = 60;

/// An advance to close quarters ([`CLOSE`]) with fewer men than this for each thousand of his waits for the others.
pub const ADVANCE_MASS: i32 = 900;

/// Each thousandth that is missing from it.
pub const ADVANCE_ALONE: i32 = 1;

/// Yards that are close quarters.
pub const CLOSE: i32 = 250;

/// A piece is worn that has lost this much of its strength and nerve, in thousandths.
pub const WORN: i32 = 450;

/// Each thousandth beyond it: against going on, and for going back.
pub const WORN_ADVANCES: i32 = 1;

/// The same against a charge, which asks most of them.
pub const WORN_CHARGES: i32 = 3;

/// Going back costs the ground, and men shot in the back: only worn pieces do it.
pub const WITHDRAW: i32 = -120;

/// Bringing a shaken piece back is nearly always worth a turn.
pub const RALLY: i32 = 240;

/// A change of formation or front costs time: it has to be good for something that can be told.
pub const FORM: i32 = -20;

/// A leader, a headquarters, an order: done where nothing speaks against it.
pub const COMMAND: i32 = 30;

/// What a rulebook thinks of an order itself, for each of its men.
pub const MERIT: i32 = 10;
