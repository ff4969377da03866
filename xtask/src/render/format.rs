//! Numbers and texts as the page prints them.
//!
//! The page's scripts print the same numbers with JavaScript's `toFixed` and
//! `String`; what stands here gives the same text, so that nothing on the page
//! changes when they start.

/// A number that is no number of the page.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{0} cannot be printed")]
pub(super) struct NotFinite(f64);

/// `value` with `digits` decimals and a real minus sign. Ties are rounded away from
/// zero, as `toFixed` does; a value that rounds to zero has no sign.
pub(super) fn fixed(value: f64, digits: usize) -> Result<String, NotFinite> {
    if !value.is_finite() {
        return Err(NotFinite(value));
    }
    // 1074 decimals write every f64 exactly, so cutting there rounds nothing.
    let exact = format!("{:.1074}", value.abs());
    let point = exact.find('.').unwrap_or(exact.len());
    let (kept, rest) = exact.split_at((point + 1 + digits).min(exact.len()));
    let mut digits_kept: Vec<u8> = kept.bytes().collect();
    if rest.starts_with(['5', '6', '7', '8', '9']) {
        round_up(&mut digits_kept);
    }
    let text = String::from_utf8_lossy(&digits_kept);
    let text = text.strip_suffix('.').unwrap_or(&text);
    let zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let sign = if value < 0.0 && !zero { "−" } else { "" };
    Ok(format!("{sign}{text}"))
}

/// Adds one to the last decimal of a number written in digits and perhaps a point.
fn round_up(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        match digit {
            b'9' => *digit = b'0',
            b'.' => {}
            _ => {
                *digit += 1;
                return;
            }
        }
    }
    digits.insert(0, b'1');
}

/// The shortest decimal that reads back as `value`, with an ASCII minus. Negative
/// zero is written as zero.
pub(super) fn full(value: f64) -> Result<String, NotFinite> {
    if !value.is_finite() {
        return Err(NotFinite(value));
    }
    Ok(if value == 0.0 {
        "0".to_owned()
    } else {
        value.to_string()
    })
}

/// A text without its HTML tags, for attributes that take plain text.
pub(super) fn without_tags(text: &str) -> String {
    let mut parts = text.split('<');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('>').map_or("", |(_, after)| after));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_rounds_as_to_fixed_does() {
        // The right column is what JavaScript prints, with its minus replaced.
        for (value, digits, text) in [
            (1.558_845_726_811_989_6, 6, "1.558846"),
            (-0.9, 3, "−0.900"),
            (0.125, 2, "0.13"),
            (-0.125, 2, "−0.13"),
            (2.5, 0, "3"),
            (9.995, 2, "9.99"),
            (9.999, 2, "10.00"),
            (0.5, 0, "1"),
            (1.005, 2, "1.00"),
            (123_456.0, 1, "123456.0"),
        ] {
            assert_eq!(fixed(value, digits).unwrap(), text);
        }
    }

    #[test]
    fn a_rounded_zero_has_no_sign() {
        assert_eq!(fixed(-1e-17, 9).unwrap(), "0.000000000");
        assert_eq!(fixed(-0.0, 1).unwrap(), "0.0");
        assert_eq!(fixed(-0.0005, 3).unwrap(), "−0.001");
    }

    #[test]
    fn full_reads_back_as_the_same_number() {
        for value in [0.1 + 0.2, -1.558_845_726_811_989_6, 1e-17, 40.0, 0.9] {
            assert_eq!(full(value).unwrap().parse(), Ok(value));
        }
        assert_eq!(full(40.0).unwrap(), "40");
        assert_eq!(full(-0.0).unwrap(), "0");
        assert_eq!(full(-0.9).unwrap(), "-0.9");
    }

    #[test]
    fn tags_are_left_out() {
        assert_eq!(
            without_tags("θ<sub>0</sub> of <i class=k></i>two"),
            "θ0 of two"
        );
        assert_eq!(without_tags("plain"), "plain");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        assert!(fixed(f64::NAN, 3).is_err());
        assert!(full(f64::INFINITY).is_err());
    }
}
