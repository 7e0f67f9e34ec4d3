//! The paper under a plot: a frame with two scales, and shapes put on it.

use super::escaped;

/// The width of every plot, in units of the picture.
const WIDTH: f64 = 720.0;
/// Room left of the frame for what stands at the vertical scale.
const LEFT: f64 = 64.0;
/// Room right of the frame.
const RIGHT: f64 = 16.0;
/// Room above the frame.
const TOP: f64 = 12.0;
/// From one line of text to the next.
const LINE: f64 = 16.0;
/// The width of a letter of the text, more or less.
const LETTER: f64 = 6.4;
/// Room below the frame for the horizontal scale and its name.
const BOTTOM: f64 = 42.0;

/// A plot that is being drawn.
pub struct Plot {
    text: String,
    height: f64,
    across: (f64, f64),
    up: (f64, f64),
}

impl Plot {
    /// Paper of a height, with a horizontal and a vertical scale from least to most.
    pub fn new(height: f64, across: (f64, f64), up: (f64, f64)) -> Self {
        let wide = |(least, most): (f64, f64)| if most > least { (least, most) } else { (least, least + 1.0) };
        Plot { text: String::new(), height, across: wide(across), up: wide(up) }
    }

    /// Where a value of the horizontal scale lies.
    pub fn x(&self, value: f64) -> f64 {
        let (least, most) = self.across;
        LEFT + (value - least) / (most - least) * (WIDTH - LEFT - RIGHT)
    }

    /// Where a value of the vertical scale lies.
    pub fn y(&self, value: f64) -> f64 {
        let (least, most) = self.up;
        self.height - BOTTOM - (value - least) / (most - least) * (self.height - TOP - BOTTOM)
    }

    /// Draws both scales with their ticks, and names them.
    pub fn axes(&mut self, across: &str, up: &str) {
        self.wall(up);
        self.floor(across);
    }

    /// Draws the vertical scale with its ticks, and names it.
    fn wall(&mut self, up: &str) {
        for tick in ticks(self.up) {
            let y = self.y(tick);
            self.shape(&format!(
                "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>",
                WIDTH - RIGHT
            ));
            self.words(LEFT - 6.0, y + 4.0, "faint", "end", &number(tick));
        }
        self.words(LEFT, TOP - 2.0, "", "start", up);
    }

    /// Draws the horizontal scale with its ticks, and names it.
    fn floor(&mut self, across: &str) {
        let floor = self.height - BOTTOM;
        for tick in ticks(self.across) {
            self.words(self.x(tick), floor + 16.0, "faint", "middle", &number(tick));
        }
        self.words((LEFT + WIDTH - RIGHT) / 2.0, self.height - 6.0, "", "middle", across);
    }

    /// Draws the horizontal scale alone, with a line up from every tick: for bars that are named and not numbered.
    pub fn grid(&mut self, across: &str) {
        let (ceiling, floor) = (TOP, self.height - BOTTOM);
        for tick in ticks(self.across) {
            let x = self.x(tick);
            self.shape(&format!(
                "<line class=\"axis\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{ceiling}\" y2=\"{floor:.1}\"/>"
            ));
        }
        self.floor(across);
    }

    /// Places for labels that want to stand at these heights: in the frame, and a line of text apart, the first above.
    pub fn apart<const N: usize>(&self, wanted: [f64; N]) -> [f64; N] {
        let mut order: [usize; N] = std::array::from_fn(|place| place);
        order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
        let (highest, lowest) = (TOP + LINE, self.height - BOTTOM - 2.0);
        let mut places = wanted.map(|y| y.clamp(highest, lowest));
        for pair in order.windows(2) {
            places[pair[1]] = places[pair[1]].max(places[pair[0]] + LINE);
        }
        let mut floor = lowest;
        for place in order.into_iter().rev() {
            places[place] = places[place].min(floor);
            floor = places[place] - LINE;
        }
        places
    }

    /// Words around a place of the horizontal scale, moved so that all of them stand in the frame.
    pub fn words_within(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let half = text.chars().count() as f64 * LETTER / 2.0;
        let (least, most) = (LEFT + half, WIDTH - RIGHT - half);
        self.words(x.min(most).max(least), y, class, "middle", text);
    }

    /// Puts a shape on the paper, as it is.
    pub fn shape(&mut self, shape: &str) {
        self.text += shape;
        self.text.push('\n');
    }

    /// A box between two values of each scale.
    pub fn block(&mut self, class: &str, across: (f64, f64), up: (f64, f64), hint: &str) {
        let (x, width) = (self.x(across.0), self.x(across.1) - self.x(across.0));
        let (y, height) = (self.y(up.1), self.y(up.0) - self.y(up.1));
        let hint = escaped(hint);
        self.shape(&format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{hint}</title></rect>",
            width.max(0.0),
            height.max(0.0)
        ));
    }

    /// A line through points.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let points = self.points(points);
        self.shape(&format!("<polyline class=\"line {class}\" points=\"{points}\"/>"));
    }

    /// The ground between two lines.
    pub fn band(&mut self, class: &str, upper: &[(f64, f64)], lower: &[(f64, f64)]) {
        let round: Vec<(f64, f64)> = upper.iter().chain(lower.iter().rev()).copied().collect();
        let points = self.points(&round);
        self.shape(&format!("<polygon class=\"band {class}\" points=\"{points}\"/>"));
    }

    fn points(&self, points: &[(f64, f64)]) -> String {
        let place = |(x, y): &(f64, f64)| format!("{:.1},{:.1}", self.x(*x), self.y(*y));
        points.iter().map(place).collect::<Vec<_>>().join(" ")
    }

    /// Words at a place of the paper.
    pub fn words(&mut self, x: f64, y: f64, class: &str, anchor: &str, text: &str) {
        let text = escaped(text);
        self.shape(&format!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// The finished picture, with what it is called and what it shows for those who cannot see it.
    pub fn finish(self, id: &str, title: &str, description: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n{}</svg>\n",
            self.height,
            escaped(title),
            escaped(description),
            self.text
        )
    }
}

/// Round numbers along a scale, some five of them.
pub fn ticks((least, most): (f64, f64)) -> Vec<f64> {
    let step = round_step((most - least) / 5.0);
    let first = (least / step).ceil() as i64;
    let last = (most / step + 1e-9).floor() as i64;
    (first..=last).map(|place| place as f64 * step).collect()
}

/// The next of 1, 2, 5, 10, 20 …, and never less than one: everything here is counted.
fn round_step(wanted: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if step >= wanted {
            break;
        }
        step *= factor;
    }
    step
}

fn number(value: f64) -> String {
    format!("{value:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(ticks((0.0, 1_150.0)), [0.0, 500.0, 1_000.0]);
        assert_eq!(ticks((0.0, 4.0)), [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(ticks((1.0, 12.0)), [5.0, 10.0]);
        assert_eq!(ticks((0.0, 100.0)), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
    }

    #[test]
    fn labels_stand_apart_and_in_the_frame() {
        let plot = Plot::new(300.0, (0.0, 1.0), (0.0, 1.0));
        for wanted in [[100.0, 104.0], [104.0, 100.0], [5.0, 5.0], [290.0, 280.0], [50.0, 200.0]] {
            let [one, other] = plot.apart(wanted);
            assert!((one - other).abs() >= LINE, "{wanted:?}: {one} and {other}");
            assert!(one.min(other) >= TOP && one.max(other) <= 300.0 - BOTTOM, "{wanted:?}: {one} and {other}");
            assert!(wanted[0] == wanted[1] || (one < other) == (wanted[0] < wanted[1]), "{wanted:?} change places");
        }
        assert_eq!(plot.apart([50.0, 200.0]), [50.0, 200.0], "who has room stays");
    }
}
