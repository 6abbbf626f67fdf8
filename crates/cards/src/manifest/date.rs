//! The dates of a release (FORMATS.md 9.5): one day, three ways of writing it, four files.

use crate::finding::{Finding, Place};
use crate::manifest::{uninstall, update_list, version};
use std::fmt;
use thiserror::Error;

/// A day in this century: two of the three forms leave the century out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    // In this order, so that the derived order is that of the calendar.
    year: u16,
    month: u8,
    day: u8,
}

/// How a file writes a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateForm {
    /// `YYYY.MM.DD`: plugininfo.txt.
    Dotted,
    /// `YYMMDD`: version.txt and uninstall.txt.
    Compact,
    /// `MM-DD-YY`: the first line of updatelist.txt.
    MonthFirst,
}

/// Why a text isn't a date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` isn't a date; expected {}, for example {}", .form.pattern(), .form.example())]
pub struct DateError {
    /// The text, shortened.
    pub text: String,
    /// The form that was expected.
    pub form: DateForm,
}

impl DateForm {
    /// The letters that people know the form by.
    pub const fn pattern(self) -> &'static str {
        match self {
            DateForm::Dotted => "YYYY.MM.DD",
            DateForm::Compact => "YYMMDD",
            DateForm::MonthFirst => "MM-DD-YY",
        }
    }

    /// The third of May 2026 in this form.
    pub const fn example(self) -> &'static str {
        match self {
            DateForm::Dotted => "2026.05.03",
            DateForm::Compact => "260503",
            DateForm::MonthFirst => "05-03-26",
        }
    }
}

impl Date {
    /// A day, if the calendar has it; years 2000 to 2099.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let valid = (2000..2100).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_of(year, month)).contains(&day);
        valid.then_some(Date { year, month, day })
    }

    /// The day this many days after 1 January 1970; none before 2000 or after 2099.
    pub fn from_unix_days(days: u64) -> Option<Date> {
        const UNIX_DAY_OF_2000: u64 = 10_957;
        let mut left = u32::try_from(days.checked_sub(UNIX_DAY_OF_2000)?).ok()?;
        for year in 2000..2100 {
            for month in 1..=12 {
                let length = u32::from(days_of(year, month));
                if left < length {
                    return Date::new(year, month, left as u8 + 1);
                }
                left -= length;
            }
        }
        None
    }

    /// Reads a date in one form, with all its digits.
    pub fn parse(text: &str, form: DateForm) -> Result<Date, DateError> {
        let error = || DateError { text: text.chars().take(40).collect(), form };
        let mut parts = [0u16; 3];
        let pattern = form.pattern().as_bytes();
        if text.len() != pattern.len() {
            return Err(error());
        }
        for (byte, sign) in text.bytes().zip(pattern) {
            let part = match sign {
                b'Y' => &mut parts[0],
                b'M' => &mut parts[1],
                b'D' => &mut parts[2],
                other if byte == *other => continue,
                _ => return Err(error()),
            };
            if !byte.is_ascii_digit() {
                return Err(error());
            }
            *part = *part * 10 + u16::from(byte - b'0');
        }
        let [year, month, day] = parts;
        let year = match form {
            DateForm::Dotted => year,
            DateForm::Compact | DateForm::MonthFirst => 2000 + year,
        };
        Date::new(year, month as u8, day as u8).ok_or_else(error)
    }

    /// Writes it in one form.
    pub fn write(self, form: DateForm) -> String {
        let Date { year, month, day } = self;
        match form {
            DateForm::Dotted => format!("{year:04}.{month:02}.{day:02}"),
            DateForm::Compact => format!("{:02}{month:02}{day:02}", year % 100),
            DateForm::MonthFirst => format!("{month:02}-{day:02}-{:02}", year % 100),
        }
    }

    /// The day before; the first day of the century has none.
    pub fn day_before(self) -> Option<Date> {
        let Date { year, month, day } = self;
        match (month, day) {
            (1, 1) => Date::new(year - 1, 12, 31),
            (_, 1) => Date::new(year, month - 1, days_of(year, month - 1)),
            _ => Date::new(year, month, day - 1),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(DateForm::Dotted))
    }
}

const fn days_of(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        // Every fourth year of this century, including 2000.
        2 if year.is_multiple_of(4) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The dates in the four files of a release; none if a file has no valid date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReleaseDates {
    /// plugininfo.txt: the day of the release.
    pub plugin_info: Option<Date>,
    /// version.txt: the day of the release.
    pub version: Option<Date>,
    /// uninstall.txt: the day before.
    pub uninstall: Option<Date>,
    /// updatelist.txt: the day of the release.
    pub update_list: Option<Date>,
}

impl ReleaseDates {
    /// The four dates of a release on a day.
    pub fn of(day: Date) -> ReleaseDates {
        ReleaseDates {
            plugin_info: Some(day),
            version: Some(day),
            uninstall: day.day_before(),
            update_list: Some(day),
        }
    }

    /// Checks the rules of FORMATS.md 9.5. `replaced` is the date of the updatelist.txt that players have now.
    pub fn check(&self, replaced: Option<Date>) -> Vec<Finding> {
        let mut findings = Vec::new();
        // The release is on the day that players see in their table program.
        if let Some(day) = self.plugin_info.or(self.version).or(self.update_list) {
            let due = ReleaseDates::of(day);
            let files = [
                (version::FILE, self.version, due.version, DateForm::Compact),
                (update_list::FILE, self.update_list, due.update_list, DateForm::MonthFirst),
                (uninstall::FILE, self.uninstall, due.uninstall, DateForm::Compact),
            ];
            for (file, is, due, form) in files {
                if let (Some(is), Some(due)) = (is, due)
                    && is != due
                {
                    findings.push(Finding::error(
                        Place::file(file),
                        "release-date",
                        format!("the date is {is}, but the release of {day} needs {due} here"),
                        format!("write {}", due.write(form)),
                    ));
                }
            }
        }
        if let (Some(uninstall), Some(replaced)) = (self.uninstall, replaced)
            && uninstall <= replaced
        {
            findings.push(Finding::error(
                Place::file(uninstall::FILE),
                "uninstall-date",
                format!("the date {uninstall} isn't later than {replaced}, the date of the list it replaces"),
                "release on a later day; otherwise players won't fetch the changed files",
            ));
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::{Date, DateForm, ReleaseDates};

    fn day(year: u16, month: u8, day: u8) -> Date {
        Date::new(year, month, day).unwrap()
    }

    #[test]
    fn the_three_forms_say_the_same_day() {
        for form in [DateForm::Dotted, DateForm::Compact, DateForm::MonthFirst] {
            assert_eq!(Date::parse(form.example(), form), Ok(day(2026, 5, 3)));
            assert_eq!(day(2026, 5, 3).write(form), form.example());
        }
    }

    #[test]
    fn what_is_no_date_is_refused_with_the_expected_form() {
        let dotted = [
            "2026.5.3",
            "2026-05-03",
            "2026.02.29",
            "1999.12.31",
            "2026.13.01",
            "2026.00.10",
            "20\u{e9}6.05.0",
            "",
        ];
        for text in dotted {
            assert!(Date::parse(text, DateForm::Dotted).is_err(), "{text}");
        }
        for text in ["26053", "260532", "+60503", "2605031"] {
            assert!(Date::parse(text, DateForm::Compact).is_err(), "{text}");
        }
        let error = Date::parse("03.05.26", DateForm::MonthFirst).unwrap_err();
        assert_eq!(error.to_string(), "`03.05.26` isn't a date; expected MM-DD-YY, for example 05-03-26");
    }

    #[test]
    fn the_day_before_crosses_months_and_years() {
        assert_eq!(day(2026, 5, 3).day_before(), Date::new(2026, 5, 2));
        assert_eq!(day(2024, 3, 1).day_before(), Date::new(2024, 2, 29));
        assert_eq!(day(2026, 1, 1).day_before(), Date::new(2025, 12, 31));
        assert_eq!(day(2000, 1, 1).day_before(), None);
        assert!(day(2025, 12, 31) < day(2026, 1, 1) && day(2026, 1, 31) < day(2026, 2, 1));
    }

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!(Date::from_unix_days(0), None);
        assert_eq!(Date::from_unix_days(10_957), Date::new(2000, 1, 1));
        assert_eq!(Date::from_unix_days(20_576), Date::new(2026, 5, 3));
        assert_eq!(Date::from_unix_days(47_481), Date::new(2099, 12, 31));
        assert_eq!(Date::from_unix_days(47_482), None);
    }

    #[test]
    fn every_day_follows_the_day_before() {
        let (mut today, mut count) = (day(2099, 12, 31), 1);
        while let Some(yesterday) = today.day_before() {
            assert!(yesterday < today);
            (today, count) = (yesterday, count + 1);
        }
        assert_eq!((today, count), (day(2000, 1, 1), 36_525));
    }

    #[test]
    fn the_dates_of_a_release_belong_together() {
        let good = ReleaseDates::of(day(2026, 5, 3));
        assert_eq!(good.check(Date::new(2026, 5, 1)), []);
        let codes = |dates: ReleaseDates, replaced| {
            dates.check(replaced).iter().map(|f| (f.place.file.clone(), f.code)).collect::<Vec<_>>()
        };
        let late = ReleaseDates { uninstall: good.version, ..good };
        assert_eq!(codes(late, None), [("uninstall.txt".into(), "release-date")]);
        let other = ReleaseDates { version: Date::new(2026, 5, 4), ..good };
        assert_eq!(codes(other, None), [("version.txt".into(), "release-date")]);
        let list = ReleaseDates { update_list: Date::new(2026, 5, 2), ..good };
        assert_eq!(codes(list, None), [("updatelist.txt".into(), "release-date")]);
        // The day after a release is too early for the next one.
        assert_eq!(codes(good, Date::new(2026, 5, 2)), [("uninstall.txt".into(), "uninstall-date")]);
        assert_eq!(ReleaseDates::default().check(Date::new(2026, 5, 2)), []);
    }
}
