//! The ground with nobody on it: what a page lays under pieces that move.

use battle::Battle;
use field::ground::YARD;

use crate::hexes::Hexes;
use crate::ink::{Sheet, escaped};
use crate::labels::Labels;
use crate::paper::Chart;
use crate::relief::Relief;
use crate::troops::{Style, Troops};
use crate::{Options, furniture, lines, objectives, palette};

/// The ground of a battle as SVG, without troops, title and frame: the edges of the picture are those of the map.
///
/// The picture says how a place of the ground is found on it. `data-west` and `data-north` are the ground's own units where
/// the picture has its nought, `data-yard` is how many of them make a yard, which is the unit of the picture, and
/// `data-scale` how large ornament is drawn, in thousandths.
pub fn ground(battle: &Battle, options: &Options) -> String {
    let chart = Chart::new(battle.ground.extent(), options.hex_yards);
    let hexes = options.hex_yards.and_then(|yards| Hexes::over(&battle.ground, yards));
    let relief = Relief::of(battle, &chart);
    let mut map = Sheet::default();
    let contours = crate::ground(&mut map, battle, &chart, relief.as_ref(), hexes.as_ref());
    let drawn = lines::all(battle.ground.lines(), battle.ground.spots(), &chart);
    let nobody = Troops::nobody();
    let labels = Labels {
        battle,
        chart: &chart,
        troops: &nobody,
        lines: &drawn,
        contours: &contours,
        entries: &[],
        style: Style::Bars,
    };
    let mut board = labels.board(&objectives::frames(battle, &chart));
    labels.near(&mut map, &mut board);
    if let Some(hexes) = &hexes {
        hexes.numbers(&mut map, &chart, &board);
    }
    labels.far(&mut map, &[]);
    let mut sheet = Sheet::default();
    sheet.raw(&head(battle, &chart));
    sheet.raw(&map.text);
    sheet.raw("</svg>\n");
    sheet.text
}

fn head(battle: &Battle, chart: &Chart) -> String {
    let (frame, corner) = (chart.frame(), chart.point(Default::default()));
    let view = furniture::view_box(frame.left, frame.top, frame.width(), frame.height());
    let (scale, name) = (chart.scale.0, escaped(&battle.plan.name));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"atlas\" role=\"img\" viewBox=\"{view}\" data-west=\"{}\" \
         data-north=\"{}\" data-yard=\"{YARD}\" data-scale=\"{scale}\">\n<title>The ground of {name}</title>\n\
         <style>{}</style>\n",
        corner.x,
        corner.y,
        palette::style_sheet(scale)
    )
}
