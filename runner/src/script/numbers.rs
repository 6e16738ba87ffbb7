//! Numbers, lengths of time and ordinals as a script writes them.

use std::time::Duration;

/// What `5`, `-1` or `1.50` is worth.
pub fn number(source: &str) -> Option<f64> {
    let digits = source.strip_prefix('-').unwrap_or(source);
    if !is_decimal(digits) {
        return None;
    }
    source.parse().ok()
}

/// `10s`, `1.5s`, `300ms`, `2m`. Longer than a day is nothing anyone waits for.
pub fn duration(source: &str) -> Option<Duration> {
    let split = source.find(|c: char| c.is_ascii_alphabetic())?;
    let (digits, unit) = source.split_at(split);
    if !is_decimal(digits) {
        return None;
    }
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    } * digits.parse::<f64>().ok()?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|duration| *duration <= Duration::from_secs(24 * 60 * 60))
}

/// `first` and `1st` are 1, `2nd` is 2, `last` is -1. The ending need not fit the number (`2th` is 2).
pub fn ordinal(source: &str) -> Option<i32> {
    match source {
        "first" => Some(1),
        "last" => Some(-1),
        _ => {
            let split = source.len().checked_sub(2)?;
            let digits = source.get(..split)?;
            let ending = &source[split..];
            if !matches!(ending, "st" | "nd" | "rd" | "th")
                || !digits.bytes().all(|byte| byte.is_ascii_digit())
            {
                return None;
            }
            digits.parse().ok().filter(|&nth| nth > 0)
        }
    }
}

/// `first`, `2nd`, `11th`, `last`: how the formatter writes what [`ordinal`] reads.
pub fn ordinal_word(nth: i32) -> String {
    let ending = match (nth % 100, nth % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    match nth {
        -1 => "last".to_owned(),
        1 => "first".to_owned(),
        _ => format!("{nth}{ending}"),
    }
}

fn is_decimal(digits: &str) -> bool {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    all_digits(whole) && all_digits(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_durations_and_ordinals() {
        assert_eq!(number("1.50"), Some(1.5));
        assert_eq!(number("-3"), Some(-3.0));
        assert_eq!(
            [number("1."), number("1e5"), number("-"), number("½")],
            [None; 4]
        );
        assert_eq!(duration("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(duration("300ms"), Some(Duration::from_millis(300)));
        assert_eq!(duration("2m"), Some(Duration::from_secs(120)));
        assert_eq!(
            [
                duration("10"),
                duration("s"),
                duration("9999999999999m"),
                duration("1h")
            ],
            [None; 4]
        );
        assert_eq!(ordinal("2th"), Some(2));
        assert_eq!(
            [
                ordinal("0th"),
                ordinal("é"),
                ordinal("9999999999th"),
                ordinal("th")
            ],
            [None; 4]
        );
    }

    #[test]
    fn an_ordinal_is_written_as_it_is_read() {
        for nth in (1..=125).chain([-1]) {
            assert_eq!(ordinal(&ordinal_word(nth)), Some(nth));
        }
        assert_eq!(ordinal_word(22), "22nd");
        assert_eq!(ordinal_word(112), "112th");
    }
}
