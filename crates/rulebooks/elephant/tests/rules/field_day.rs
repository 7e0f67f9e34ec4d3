//! Small battles for tests: a flat field of 2,400 yards, one brigade a side, and what a test puts on it. At this scale a stand is
//! 40 yards wide and 30 deep, and an inch of the table is 40 yards.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::play::{Battle, Command, OfficerId, Phase, Theatre, UnitId, muster};
use engine::{Entry, Fast, Halt, Kept, Official, Play, Policy, Refusal, Scripted, ScriptedAnswers};

/// A battle to be.
#[derive(Clone, Debug, Default)]
pub struct Day {
    union: Vec<String>,
    confederate: Vec<String>,
    features: Vec<String>,
    more: String,
    leaders: String,
    switches: Vec<(&'static str, &'static str)>,
}

/// A regiment of infantry in line; `more` may say more about it.
pub fn infantry(id: &str, stands: u32, at: [i32; 2], facing: u16, more: &str) -> String {
    let men = stands * 60;
    unit(id, &format!(r#"arm = "infantry", men = {men}, weapon = "rifle-musket", posture = "line""#), at, facing, more)
}

/// A regiment of mounted cavalry in line.
pub fn cavalry(id: &str, stands: u32, weapon: &str, at: [i32; 2], facing: u16) -> String {
    let men = stands * 40;
    let what = format!(r#"arm = "cavalry", men = {men}, weapon = "{weapon}", posture = "mounted-line""#);
    unit(id, &what, at, facing, "")
}

/// A battery in action.
pub fn battery(id: &str, guns: &str, at: [i32; 2], facing: u16) -> String {
    unit(id, &format!(r#"arm = "artillery", men = 80, guns = [{guns}], posture = "battery""#), at, facing, "")
}

fn unit(id: &str, what: &str, [x, y]: [i32; 2], facing: u16, more: &str) -> String {
    let quality = if more.contains("quality") { "" } else { r#", quality = "regular""# };
    let more = if more.is_empty() { String::new() } else { format!(", {more}") };
    format!(r#"{{ id = "{id}", name = "{id}", {what}{quality}, at = [{x}, {y}], facing = {facing}{more} }}"#)
}

impl Day {
    /// An empty field.
    pub fn new() -> Day {
        Day::default()
    }

    /// One more unit of the Union.
    pub fn union(mut self, unit: String) -> Day {
        self.union.push(unit);
        self
    }

    /// One more unit of the Confederates.
    pub fn confederate(mut self, unit: String) -> Day {
        self.confederate.push(unit);
        self
    }

    /// Something on the ground: its kind, the shape of its geometry, and that.
    pub fn ground(mut self, kind: &str, shape: &str, coordinates: &str) -> Day {
        self.features.push(format!(
            r#"{{ "type": "Feature", "properties": {{ "kind": "{kind}" }},
               "geometry": {{ "type": "{shape}", "coordinates": {coordinates} }} }}"#
        ));
        self
    }

    /// A leader of one of the two brigades, `north` or `south`.
    pub fn leader(mut self, name: &str, commands: &str, more: &str) -> Day {
        let id = name.to_lowercase();
        self.leaders += &format!(
            "[[leader]]\nid = \"{id}\"\nname = \"{name}\"\ncommands = \"{commands}\"\ncharacter = \"steady\"\n{more}\n"
        );
        self
    }

    /// More of the battle's file.
    pub fn more(mut self, text: &str) -> Day {
        self.more += text;
        self
    }

    /// A switch.
    pub fn switch(mut self, name: &'static str, choice: &'static str) -> Day {
        self.switches.push((name, choice));
        self
    }

    /// The battle folder.
    pub fn plan(&self) -> battle::Battle {
        let text = format!(
            r#"
name = "A field day"
place = "a field"
date = "1863-07-01"
about = "For tests."
first = "union"
[clock]
start = "09:00"
end = "12:00"
[[side]]
id = "union"
name = "Union"
colour = "blue"
edges = ["south"]
[[side]]
id = "confederate"
name = "Confederate"
colour = "grey"
edges = ["north"]
[[formation]]
id = "south"
name = "South brigade"
level = "brigade"
side = "union"
units = [{}]
[[formation]]
id = "north"
name = "North brigade"
level = "brigade"
side = "confederate"
units = [{}]
{}
{}
"#,
            self.union.join(",\n"),
            self.confederate.join(",\n"),
            self.leaders,
            self.more
        );
        let ground = format!(
            r#"{{ "type": "FeatureCollection", "name": "A field", "bbox": [0, 0, 2400, 2400], "features": [{}] }}"#,
            self.features.join(",\n")
        );
        let files = [("battle.toml", text), ("ground.geojson", ground)];
        let files = files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
        battle::open(&files).unwrap_or_else(|faults| panic!("{faults:#?}"))
    }

    /// The battle before its first card.
    pub fn begin(&self) -> Table {
        let (theatre, battle) = muster(trial::with(&self.switches), &self.plan()).expect("it can be mustered");
        Table { theatre, battle }
    }
}

/// A battle that is played.
#[derive(Clone, Debug)]
pub struct Table {
    pub theatre: Theatre,
    pub battle: Battle,
}

impl Table {
    /// A unit by the name it was given.
    pub fn id(&self, name: &str) -> UnitId {
        let place = self.theatre.regiments.iter().position(|regiment| regiment.name == name || regiment.id == name);
        UnitId::at(place.unwrap_or_else(|| panic!("no unit {name}")))
    }

    /// An officer by his name.
    pub fn officer(&self, name: &str) -> OfficerId {
        let place = self.theatre.posts.iter().position(|post| post.name == name);
        OfficerId::at(place.unwrap_or_else(|| panic!("no officer {name}")))
    }

    /// The card of this brigade is drawn: 0 is the one in the south.
    pub fn card(mut self, brigade: u8) -> Table {
        let dice = if self.battle.deck.count_ones() > 1 { vec![brigade + 1] } else { vec![1] };
        self.obey(&Command::DrawCard, &dice, &[]);
        self
    }

    /// On to a phase, with nothing ordered before it.
    pub fn on_to(mut self, phase: Phase) -> Table {
        while self.battle.phase != phase {
            let command = match self.battle.phase {
                Phase::DeclareFire => Command::EndDeclaration,
                Phase::AnnounceCharges => Command::EndAnnouncement,
                Phase::Movement => Command::EndMovement,
                other => panic!("nothing leads from {other:?} to {phase:?}"),
            };
            self.obey(&command, &[], &[]);
        }
        self
    }

    /// Carries out an order with these dice and answers, all of them and no others.
    pub fn obey(&mut self, command: &Command, dice: &[u8], answers: &[u32]) -> Kept<Event> {
        let mut umpire =
            Official { dice: Scripted::new(dice), answers: ScriptedAnswers::new(answers), record: Kept::new() };
        let ruled = self.theatre.obey(&mut self.battle, command, &mut umpire);
        if let Err(halt) = ruled {
            panic!("{command:?}: {halt:?}\nasked: {:?}", umpire.record.questions);
        }
        umpire.dice.finish().expect("every die is thrown");
        umpire.answers.finish().expect("every answer is asked for");
        let broken = elephant::play::broken_laws(&self.theatre, &self.battle);
        assert!(broken.is_empty(), "{command:?}: {broken:?}");
        umpire.record
    }

    /// Carries out an order with these dice, all of them and no others; every question is answered by this rule.
    pub fn obey_as(&mut self, command: &Command, dice: &[u8], answer: fn(&engine::Question) -> u32) -> Kept<Event> {
        let mut umpire = Official { dice: Scripted::new(dice), answers: Policy(answer), record: Kept::new() };
        let ruled = self.theatre.obey(&mut self.battle, command, &mut umpire);
        if let Err(halt) = ruled {
            panic!("{command:?}: {halt:?}\nasked: {:?}\n{:?}", umpire.record.questions, umpire.record.events);
        }
        umpire.dice.finish().unwrap_or_else(|left| panic!("{left:?}: {:?}", umpire.record.events));
        let broken = elephant::play::broken_laws(&self.theatre, &self.battle);
        assert!(broken.is_empty(), "{command:?}: {broken:?}");
        umpire.record
    }

    /// A unit announces its charge, behind a friend who charges or by itself.
    pub fn announce(&mut self, unit: &str, target: &str, behind: Option<&str>) {
        let (unit, target) = (self.id(unit), self.id(target));
        let behind = behind.map(|front| self.id(front));
        self.obey(&Command::AnnounceCharge { unit, target, column_die: false, behind }, &[], &[]);
    }

    /// The charge on a unit goes in, with any dice and the first answer to every question.
    pub fn charge_anyhow(&mut self, target: &str) -> Kept<Event> {
        let command = Command::Charge { target: self.id(target) };
        let answers = Policy(|_: &engine::Question| 0);
        let mut umpire = Official { dice: Fast::seeded(3), answers, record: Kept::new() };
        self.theatre.obey(&mut self.battle, &command, &mut umpire).expect("it charges");
        umpire.record
    }

    /// Why an order is refused.
    pub fn refused(&self, command: &Command) -> Refusal {
        let mut copy = self.battle.clone();
        let mut umpire = Official { dice: Scripted::new(&[]), answers: ScriptedAnswers::new(&[]), record: Kept::new() };
        match self.theatre.obey(&mut copy, command, &mut umpire) {
            Err(Halt::Refused(refusal)) => *refusal,
            other => panic!("{command:?} is not refused: {other:?}"),
        }
    }
}

/// Whether a rule played a part.
pub fn cites(record: &Kept<Event>, id: &str) -> bool {
    record.entries.iter().any(|entry| matches!(entry, Entry::Cited(rule) if rule.id() == id))
}
