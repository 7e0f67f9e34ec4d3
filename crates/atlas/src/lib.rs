//! Maps of battles as SVG: the ground, the troops on it, and their names, in the manner of a troop-position map.
//!
//! [`draw`] gives one picture of a battle: the same bytes every time, because it is reckoned in whole numbers. Its unit is the
//! yard, so what looks in range is in range. It knows no rulebook: whoever wants hexes says how wide they are.
//!
//! A page can restyle the picture. Every colour is a custom property of `.atlas` ([`palette::TOKENS`]), with values by day and
//! in the dark. Each layer is a group with a class (`woods`, `water`, `roads`, …), each thing has an id: `unit-7wi`,
//! `name-7wi`, `leader-gibb`, `area-3`, `line-0`, `spot-2`. The classes `near` and `far` are two levels of detail: names one reads
//! with the map before one, and the few large ones for a small screen. The picture chooses by its own width; a page that zooms
//! says which by the class `close` or `afar` on the picture, and the theme by `light` or `dark`.
//!
//! - [`palette`]: the colours.
//! - `paper`, `ink`, `curve`: places, numbers and lines.
//! - `relief`, `areas`, `lines`, `spots`, `trees`, `patterns`: the ground.
//! - `troops`, `glyph`, `counters`, `stands`, `nato`, `boxes`, `flags`, `entries`: who stands on it.
//! - `names`, `labels`, `callouts`, `afar`, `words`: what is written beside them.
//! - `furniture`, `key`, `coming`, `hexes`: frame, title, scale, north, key, who is still to come, and grid.
//! - `bare`: the ground alone, for a page that lays its own pieces over it.

mod afar;
mod areas;
mod bare;
mod boxes;
mod callouts;
mod coming;
mod counters;
mod curve;
mod entries;
mod flags;
mod furniture;
mod glyph;
mod hexes;
mod ink;
mod key;
mod labels;
mod lines;
mod names;
mod nato;
mod objectives;
pub mod palette;
mod paper;
mod patterns;
mod png;
mod relief;
mod sheet;
mod spots;
mod stands;
mod trees;
mod troops;
mod words;

use battle::Battle;

use crate::hexes::Hexes;
use crate::ink::{Sheet, escaped};
use crate::labels::Labels;
use crate::paper::Chart;
use crate::relief::Relief;
use crate::trees::Clearing;
use crate::troops::Troops;

pub use crate::bare::ground as draw_ground;
pub use crate::troops::Style;

/// How a map is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How troops are drawn.
    pub style: Style,
    /// How many yards a hex is across, where there are hexes.
    pub hex_yards: Option<u32>,
    /// How strength is counted on the counters of a map with hexes.
    pub scale: Option<battle::muster::Scale>,
    /// What else the title says, such as the name of a rulebook.
    pub note: Option<String>,
}

/// The map of a battle as SVG.
pub fn draw(battle: &Battle, options: &Options) -> String {
    let chart = Chart::new(battle.ground.extent(), options.hex_yards);
    let scale = chart.scale;
    let hexes = options.hex_yards.and_then(|yards| Hexes::over(&battle.ground, yards));
    let troops = Troops::of(battle, &chart, options, hexes.as_ref());
    let relief = Relief::of(battle, &chart);
    let mut map = Sheet::default();
    let contours = ground(&mut map, battle, &chart, relief.as_ref(), hexes.as_ref());
    let drawn = lines::all(battle.ground.lines(), battle.ground.spots(), &chart);
    let entries = entries::all(battle, &troops, &chart);
    map.open("class=\"units\"");
    entries::draw(&mut map, &entries, &chart);
    // The top one of a stack is drawn last.
    let mut posts: Vec<_> = troops.posts.iter().collect();
    posts.sort_by_key(|post| std::cmp::Reverse(post.counter.as_ref().map_or(0, |counter| counter.place)));
    for post in posts {
        glyph::draw(&mut map, post, options.style, scale);
    }
    for counter in troops.posts.iter().filter_map(|post| post.counter.as_ref()) {
        if let Some((total, at)) = counter.total {
            counters::disc(&mut map, at, total, counter.scale);
        }
    }
    for flag in &troops.flags {
        flags::draw(&mut map, flag, scale);
    }
    map.close();
    let labels = Labels {
        battle,
        chart: &chart,
        troops: &troops,
        lines: &drawn,
        contours: &contours,
        entries: &entries,
        style: options.style,
    };
    let stars = objectives::frames(battle, &chart);
    let mut empty = labels.board(&stars);
    areas::weigh(battle.ground.areas(), &chart, &mut empty);
    let interval = relief.as_ref().map(Relief::interval);
    let cartouche = furniture::cartouche(battle, &chart, &empty, interval, options);
    let mut blocked = stars.clone();
    blocked.push(cartouche.frame);
    let mut open = labels.board(&blocked);
    // Beside an arrow stands who comes on there.
    for entry in &entries {
        open.take(entry.frame.grown(scale.units(180)), 60);
    }
    let north = furniture::north_frame(&chart, &open, scale);
    blocked.push(north);
    let mut board = labels.board(&blocked);
    labels.near(&mut map, &mut board);
    if let Some(hexes) = &hexes {
        hexes.numbers(&mut map, &chart, &board);
    }
    let mut above = Sheet::default();
    layer(&mut above, "near", |above| {
        cartouche.draw(above, scale);
        furniture::north(above, north, scale);
    });
    let far_north = furniture::north_frame(&chart, &empty, furniture::far(scale));
    labels.far(&mut map, &[far_north]);
    layer(&mut above, "far", |above| furniture::north(above, far_north, furniture::far(scale)));
    let (mut strip, mut near) = (Sheet::default(), Sheet::default());
    let top = chart.frame().bottom + scale.units(22);
    let height = key::draw(&mut near, battle, &troops, &chart, (options.style, hexes.as_ref()), top);
    let title = furniture::far_strip(&mut strip, battle, &chart, top);
    let rest = (top + title, height - title);
    let far_height = title + key::draw_far(&mut strip, battle, &troops, &chart, options.style, rest);
    // A short key stands in the middle of what the larger letters of the other need.
    let down = paper::Place::new(0, (far_height - height).max(0) / 2);
    strip.open(&format!("transform=\"{}\"", ink::placed(down, 0)));
    strip.raw(&near.text);
    strip.close();
    bound(battle, &chart, &map, &above, &strip, top + height.max(far_height))
}

/// The ground, from the paper up to the places of objectives; gives back the battle's contours as they are drawn.
fn ground(
    map: &mut Sheet,
    battle: &Battle,
    chart: &Chart,
    relief: Option<&Relief>,
    hexes: Option<&Hexes>,
) -> Vec<(i64, Vec<paper::Place>)> {
    let ground = &battle.ground;
    let drawn = lines::all(ground.lines(), ground.spots(), chart);
    let mut clear = Clearing::over(chart.frame(), chart.scale);
    lines::clear(&drawn, chart, &mut clear);
    spots::clear(ground.spots(), chart, &mut clear);
    let trees = areas::plant(ground.areas(), chart, &clear);
    map.path("paper", furniture::rectangle(chart.frame().grown(chart.scale.units(20))));
    layer(map, "fields", |map| areas::draw(map, ground.areas(), chart, areas::Layer::Fields, &clear));
    layer(map, "woods", |map| areas::draw(map, ground.areas(), chart, areas::Layer::Woods, &clear));
    let mut contours = Vec::new();
    layer(map, "relief", |map| {
        if let Some(relief) = relief {
            relief.shade(map);
            contours = relief.contours(map);
        }
    });
    layer(map, "water", |map| {
        areas::draw(map, ground.areas(), chart, areas::Layer::Water, &clear);
        lines::draw(map, &drawn, chart, lines::Layer::Water);
    });
    layer(map, "streets", |map| areas::draw_streets(map, ground.areas(), chart));
    layer(map, "roads", |map| lines::draw(map, &drawn, chart, lines::Layer::Roads));
    layer(map, "forest", |map| {
        for (trees, kind) in trees.iter().zip(["open-trees", "dense-trees", "orchard-trees"]) {
            trees.draw(map, kind, kind, chart.scale);
        }
    });
    layer(map, "fences", |map| lines::draw(map, &drawn, chart, lines::Layer::Fences));
    layer(map, "buildings", |map| {
        areas::draw(map, ground.areas(), chart, areas::Layer::Buildings, &clear);
        spots::draw(map, ground.spots(), &drawn, chart);
    });
    if let Some(hexes) = hexes {
        layer(map, "hexes", |map| hexes.draw(map, chart));
    }
    layer(map, "objectives", |map| objectives::draw(map, battle, chart));
    contours
}

fn layer(map: &mut Sheet, class: &str, draw: impl FnOnce(&mut Sheet)) {
    map.open(&format!("class=\"{class}\""));
    draw(map);
    map.close();
}

/// Puts map, title and strip on one sheet.
fn bound(battle: &Battle, chart: &Chart, map: &Sheet, above: &Sheet, strip: &Sheet, bottom: paper::Tenths) -> String {
    let (scale, frame) = (chart.scale, chart.frame());
    let margin = scale.units(furniture::MARGIN);
    let (width, height) = (frame.width() + 2 * margin, bottom - frame.top + margin + margin / 2);
    let (left, upper) = (frame.left - margin, frame.top - margin);
    let view = furniture::view_box(left, upper, width, height);
    let plan = &battle.plan;
    let mut sheet = Sheet::default();
    sheet.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"atlas\" role=\"img\" viewBox=\"{view}\" data-unit=\"yard\">\n"
    ));
    sheet.raw(&format!("<title>{}, {}</title>\n", escaped(&plan.name), words::day(plan.date)));
    sheet.raw(&format!("<desc>{}</desc>\n", escaped(&plan.about)));
    sheet.raw(&format!("<style>{}</style>\n", palette::style_sheet(scale.0)));
    sheet.raw("<clipPath id=\"map-edge\">");
    sheet.path("", furniture::rectangle(frame));
    sheet.raw("</clipPath>\n");
    let page = paper::Frame { left, top: upper, right: left + width, bottom: upper + height };
    sheet.path("page", furniture::rectangle(page));
    sheet.raw("\n<g class=\"map\" clip-path=\"url(#map-edge)\">\n");
    sheet.raw(&map.text);
    sheet.raw(&above.text);
    sheet.raw("</g>\n");
    furniture::frame(&mut sheet, chart);
    sheet.raw(&strip.text);
    sheet.raw("</svg>\n");
    sheet.text
}
