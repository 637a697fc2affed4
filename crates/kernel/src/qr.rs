//! QR codes of addresses, for a terminal and for pages.

use qrcode::{Color, EcLevel, QrCode as Modules};
use serde::Serialize;
use utoipa::ToSchema;

/// Light modules around the code, as many as readers ask for (ISO/IEC 18004).
const QUIET_ZONE: usize = 4;

/// A QR code as a page draws it: `<svg viewBox="0 0 SIZE SIZE"><path d="PATH"/></svg>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct QrCode {
    /// The length of a side in modules, with the light margin.
    #[schema(example = 37)]
    pub size: usize,
    /// The dark modules as SVG path data; a unit is a module.
    pub path: String,
}

impl QrCode {
    /// The code of a text; `None` for one that is too long for any.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let code = modules(text)?;
        let (width, colors) = (code.width(), code.to_colors());
        let mut path = String::new();
        for (y, row) in colors.chunks(width).enumerate() {
            let mut x = 0;
            // One rectangle for each run of dark modules: half the text of one for each module.
            for run in row.chunk_by(|one, next| one == next) {
                if run[0] == Color::Dark {
                    let (left, length) = (x + QUIET_ZONE, run.len());
                    path.push_str(&format!("M{left} {}h{length}v1h-{length}z", y + QUIET_ZONE));
                }
                x += run.len();
            }
        }
        Some(Self { size: width + 2 * QUIET_ZONE, path })
    }
}

/// The code as lines of block characters, dark on light whatever the terminal's colours are: half a line is a module.
/// `None` for a text that is too long.
#[must_use]
pub fn in_terminal(text: &str) -> Option<String> {
    const BLACK_ON_WHITE: &str = "\x1b[30;107m";
    const RESET: &str = "\x1b[0m";
    let code = modules(text)?;
    let inner = code.width();
    let side = inner + 2 * QUIET_ZONE;
    let is_dark = |x: usize, y: usize| {
        let inside = |at: usize| (QUIET_ZONE..QUIET_ZONE + inner).contains(&at);
        inside(x) && inside(y) && code[(x - QUIET_ZONE, y - QUIET_ZONE)] == Color::Dark
    };
    let half = |x, y| match (is_dark(x, y), is_dark(x, y + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    let line = |y| format!("{BLACK_ON_WHITE}{}{RESET}", (0..side).map(|x| half(x, y)).collect::<String>());
    Some((0..side).step_by(2).map(line).collect::<Vec<_>>().join("\n"))
}

/// With the level that survives a projector's glare.
fn modules(text: &str) -> Option<Modules> {
    Modules::with_error_correction_level(text, EcLevel::M).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which modules a path draws.
    fn drawn(code: &QrCode) -> Vec<Vec<bool>> {
        let mut dark = vec![vec![false; code.size]; code.size];
        for rectangle in code.path.split('M').skip(1) {
            let numbers: Vec<usize> = rectangle
                .split(|c: char| !c.is_ascii_digit())
                .filter(|digits| !digits.is_empty())
                .map(|digits| digits.parse().unwrap())
                .collect();
            dark[numbers[1]][numbers[0]..numbers[0] + numbers[2]].fill(true);
        }
        dark
    }

    #[test]
    fn a_path_draws_the_modules_of_the_code_inside_a_light_margin() {
        let text = "http://192.168.1.5:9001/#/register";
        let (code, modules) = (QrCode::of(text).unwrap(), modules(text).unwrap());
        let drawn = drawn(&code);
        for (y, row) in drawn.iter().enumerate() {
            for (x, dark) in row.iter().enumerate() {
                let inside = |at: usize| (QUIET_ZONE..code.size - QUIET_ZONE).contains(&at);
                let expected =
                    inside(x) && inside(y) && modules[(x - QUIET_ZONE, y - QUIET_ZONE)] == Color::Dark;
                assert_eq!(*dark, expected, "{x}, {y}");
            }
        }
    }

    #[test]
    fn lines_in_a_terminal_show_the_same_modules() {
        let text = "http://192.168.1.5:9001";
        let (lines, modules) = (in_terminal(text).unwrap(), modules(text).unwrap());
        let plain = |line: &str| line.replace("\x1b[30;107m", "").replace("\x1b[0m", "");
        let rows: Vec<Vec<char>> = lines.lines().map(|line| plain(line).chars().collect()).collect();
        let margin = (rows[0].len() - modules.width()) / 2;
        assert_eq!(margin, QUIET_ZONE);
        for y in 0..modules.width() {
            for x in 0..modules.width() {
                let at = rows[(y + margin) / 2][x + margin];
                let dark = if (y + margin).is_multiple_of(2) { "█▀" } else { "█▄" }.contains(at);
                assert_eq!(dark, modules[(x, y)] == Color::Dark, "{x}, {y}");
            }
        }
    }

    #[test]
    fn what_fits_no_code_has_none() {
        assert_eq!(QrCode::of(&"9".repeat(8000)), None);
    }
}
