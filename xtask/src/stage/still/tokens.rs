//! The colours of the style sheet, for pictures that no style sheet reaches.

use std::collections::BTreeMap;

/// The names of the style sheet's colours with the value for light and the one for dark.
pub(super) struct Tokens(BTreeMap<String, [String; 2]>);

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shade {
    Light,
    Dark,
}

impl Shade {
    /// Both, as file names and attributes spell them.
    pub(super) const ALL: [(Self, &'static str); 2] =
        [(Self::Light, "light"), (Self::Dark, "dark")];
}

impl Tokens {
    /// Reads every `--name: light-dark(a, b);` of a style sheet.
    pub(super) fn read(css: &str) -> Self {
        let pairs = css.lines().filter_map(|line| {
            let (name, value) = line.trim().split_once(':')?;
            let both = value.trim().strip_prefix("light-dark(")?;
            let (light, dark) = both.strip_suffix(");")?.split_once(',')?;
            let name = name.strip_prefix("--")?;
            Some((
                name.to_owned(),
                [light.trim().to_owned(), dark.trim().to_owned()],
            ))
        });
        Self(pairs.collect())
    }

    /// One colour; none where the style sheet has no such name.
    pub(super) fn get(&self, name: &str, shade: Shade) -> Option<&str> {
        let both = self.0.get(name)?;
        Some(&both[usize::from(shade == Shade::Dark)])
    }

    /// A colour between two, `share` of the way from the first to the second; colours as `#rrggbb`.
    pub(super) fn between(from: &str, to: &str, share: f64) -> Option<String> {
        let (from, to) = (channels(from)?, channels(to)?);
        let mixed = [0, 1, 2].map(|i| (from[i] + share * (to[i] - from[i])).round() as u8);
        Some(format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]))
    }
}

fn channels(colour: &str) -> Option<[f64; 3]> {
    let digits = colour.strip_prefix('#').filter(|d| d.len() == 6)?;
    let channel = |at: usize| {
        let two = digits.get(at..at + 2)?;
        u8::from_str_radix(two, 16).ok().map(f64::from)
    };
    Some([channel(0)?, channel(2)?, channel(4)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_and_nothing_else() {
        let tokens = Tokens::read(
            ":root {\n  --ink: light-dark(#111, #eee);\n  --f0: 13px;\n  color: red;\n}",
        );
        assert_eq!(tokens.get("ink", Shade::Light), Some("#111"));
        assert_eq!(tokens.get("ink", Shade::Dark), Some("#eee"));
        assert_eq!(tokens.get("f0", Shade::Light), None);
    }

    #[test]
    fn half_way_between_black_and_white_is_grey() {
        assert_eq!(
            Tokens::between("#000000", "#ffffff", 0.5).as_deref(),
            Some("#808080")
        );
        assert_eq!(
            Tokens::between("#123456", "#ffffff", 0.0).as_deref(),
            Some("#123456")
        );
        assert_eq!(Tokens::between("red", "#ffffff", 0.0), None);
    }
}
