//! Workbooks as sheets of texts, and workbooks that are refused.

use std::io::{Cursor, Read, Write};

use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook as Writer, Worksheet};
use timetable_formats::{
    FileRule, MAX_COLUMNS, MAX_ROWS, Workbook, is_workbook, read_template, read_workbook, template,
};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::shown;

/// A workbook of one sheet.
fn workbook(fill: impl Fn(&mut Worksheet)) -> Vec<u8> {
    let mut writer = Writer::new();
    fill(writer.add_worksheet());
    writer.save_to_buffer().unwrap()
}

fn read(fill: impl Fn(&mut Worksheet)) -> Workbook {
    read_workbook(&workbook(fill)).unwrap()
}

/// An archive of these files.
fn archive<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The files of an archive.
fn unpacked(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        files.push((file.name().unwrap().to_string(), bytes));
    }
    files
}

/// A workbook in which one file is another.
fn with_file(workbook: &[u8], name: &str, change: impl Fn(String) -> String) -> Vec<u8> {
    let mut files = unpacked(workbook);
    let file = files.iter_mut().find(|(other, _)| other == name).expect("the file");
    file.1 = change(String::from_utf8(file.1.clone()).unwrap()).into_bytes();
    archive(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))
}

#[test]
fn cells_are_texts_at_their_places() {
    let found = read(|sheet| {
        sheet.write_string(1, 1, "语文\r\n李梅").unwrap();
        sheet.write_number(1, 2, 101).unwrap();
        sheet.write_number(2, 2, 3.5).unwrap();
        let format = Format::new().set_num_format("hh:mm:ss");
        sheet.write_datetime_with_format(3, 0, ExcelDateTime::from_hms(8, 5, 0).unwrap(), &format).unwrap();
        sheet
            .write_datetime_with_format(3, 1, ExcelDateTime::from_hms(23, 59, 59).unwrap(), &format)
            .unwrap();
        let format = Format::new().set_num_format("yyyy-mm-dd");
        sheet
            .write_datetime_with_format(3, 2, ExcelDateTime::from_ymd(2026, 9, 1).unwrap(), &format)
            .unwrap();
    });
    let sheet = &found.sheets[0];
    assert_eq!(sheet.cells[0], ["", "", ""]);
    assert_eq!(sheet.cells[1], ["", "语文\n李梅", "101"]);
    assert_eq!(sheet.cells[2], ["", "", "3.5"]);
    assert_eq!(sheet.cells[3], ["08:05", "23:59:59", "2026-09-01"]);
}

#[test]
fn a_merged_range_has_its_text_in_each_cell() {
    let found = read(|sheet| {
        sheet.merge_range(0, 1, 1, 2, "周一", &Format::new()).unwrap();
        sheet.write_string(2, 0, "8:00").unwrap();
    });
    assert_eq!(found.sheets[0].cells, [["", "周一", "周一"], ["", "周一", "周一"], ["8:00", "", ""]]);
}

#[test]
fn formulas_have_their_last_values_and_those_without_are_named() {
    let found = read(|sheet| {
        sheet.write_formula(0, 0, Formula::new("=B1").set_result("语文")).unwrap();
        sheet.write_formula(1, 0, Formula::new("=IF(B1=1,C1,\"\")").set_result("")).unwrap();
        sheet.write_formula(3, 1, Formula::new("=C9").set_result("#REF!")).unwrap();
    });
    assert_eq!(found.sheets[0].cells[0][0], "语文");
    assert_eq!(shown(&found.problems), ["(B4 FormulaWithoutValue)"], "a value may be an empty text");
    let without = with_file(&template(), "xl/worksheets/sheet1.xml", |_| {
        "<worksheet><sheetData><row r=\"3\"><c r=\"A3\"><v>1</v></c><c r=\"B3\"><f>C9</f></c></row></sheetData></worksheet>"
            .into()
    });
    assert_eq!(shown(&read_workbook(&without).unwrap().problems), ["(B3 FormulaWithoutValue)"]);
}

#[test]
fn a_shared_formula_of_a_huge_number_takes_no_memory() {
    // Memory for a list as long as this number cannot be had, and asking for it would end the process.
    let file = with_file(&template(), "xl/worksheets/sheet1.xml", |_| {
        let number = usize::MAX / 1024;
        format!(
            "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"str\"><f t=\"shared\" ref=\"A1:A2\" si=\"{number}\">B1</f><v>语文</v></c></row><row r=\"2\"><c r=\"A2\" t=\"str\"><f t=\"shared\" si=\"{number}\"/><v>数学</v></c></row></sheetData></worksheet>"
        )
    });
    let found = read_workbook(&file).unwrap();
    assert_eq!(found.sheets[0].cells, [["语文"], ["数学"]]);
}

#[test]
fn one_long_text_in_many_cells_does_not_fill_the_memory() {
    let long = "长".repeat(5000);
    let row = "<c t=\"s\"><v>0</v></c>".repeat(MAX_COLUMNS);
    let rows = format!("<row>{row}</row>").repeat(500);
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    let file =
        with_file(&template(), "xl/sharedStrings.xml", |_| format!("<sst><si><t>{long}</t></si></sst>"));
    let file = with_file(&file, "xl/worksheets/sheet1.xml", |_| sheet.clone());
    let found = read_workbook(&file).unwrap();
    let texts = found.sheets.iter().flat_map(|sheet| sheet.cells.iter().flatten());
    assert!(texts.map(String::len).sum::<usize>() <= 4 * 1024 * 1024);
    assert!(shown(&found.problems).contains(&"(file TooManyCells 课程表)".to_owned()));
}

#[test]
fn a_sheet_without_an_end_is_read_up_to_the_limits() {
    let found = read(|sheet| {
        sheet.write_string(0, 0, "周一").unwrap();
        sheet.write_string(1_048_575, 16_383, "the last cell").unwrap();
    });
    assert_eq!(found.sheets[0].cells, [["周一"]]);
    assert_eq!(shown(&found.problems), ["(file TooManyCells Sheet1)"]);
    let rows: String =
        (1..=20_000).map(|row| format!("<row r=\"{row}\">{}</row>", "<c><v>1</v></c>".repeat(50))).collect();
    let million = with_file(&template(), "xl/worksheets/sheet1.xml", |_| {
        format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")
    });
    assert!(million.len() < 2 * 1024 * 1024);
    let found = read_workbook(&million).unwrap();
    assert_eq!((found.sheets[0].cells.len(), found.sheets[0].cells[0].len()), (MAX_ROWS, 50));
}

#[test]
fn sheets_without_cells_are_left_out() {
    let mut writer = Writer::new();
    writer.add_worksheet();
    writer.add_worksheet().set_name("二").unwrap().write_string(0, 0, "a").unwrap();
    let found = read_workbook(&writer.save_to_buffer().unwrap()).unwrap();
    assert_eq!(found.sheets.iter().map(|sheet| sheet.name.as_str()).collect::<Vec<_>>(), ["二"]);
    assert_eq!(read_workbook(&workbook(|_| ())).unwrap_err().rule, FileRule::Empty);
}

#[test]
fn files_that_are_no_workbooks_are_refused() {
    let refused = |bytes: &[u8]| read_workbook(bytes).unwrap_err().rule;
    assert_eq!(refused(b""), FileRule::Empty);
    assert_eq!(refused(b"version: 1"), FileRule::NotAWorkbook);
    assert_eq!(refused(b"PK\x03\x04"), FileRule::NotAWorkbook);
    assert_eq!(refused(&archive([("hello.txt", &b"hello"[..])])), FileRule::NotAWorkbook);
    assert_eq!(
        refused(&[&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 600]].concat()),
        FileRule::OldWorkbook
    );
    assert_eq!(refused(&vec![0; 2 * 1024 * 1024 + 1]), FileRule::TooBig);
    assert!(is_workbook(&template()) && is_workbook(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"));
    assert!(!is_workbook(b"version: 1"));
}

#[test]
fn workbooks_that_unpack_to_too_much_are_refused_before_they_are_read() {
    let refused = |bytes: &[u8]| read_workbook(bytes).unwrap_err().rule;
    let zeros = vec![b' '; 20 * 1024 * 1024];
    let bomb = archive([("xl/workbook.xml", zeros.as_slice())]);
    assert!(bomb.len() < 100_000);
    assert_eq!(refused(&bomb), FileRule::UnpacksTooBig);
    let names: Vec<String> = (0..600).map(|number| format!("{number}.xml")).collect();
    assert_eq!(
        refused(&archive(names.iter().map(|name| (name.as_str(), &b""[..])))),
        FileRule::UnpacksTooBig
    );
    let announced = with_file(&template(), "xl/sharedStrings.xml", |text| {
        let at = text.find("uniqueCount=\"").unwrap() + "uniqueCount=\"".len();
        format!("{}99999999999{}", &text[..at], &text[at..])
    });
    assert_eq!(refused(&announced), FileRule::UnpacksTooBig);
}

#[test]
fn a_broken_sheet_leaves_the_others() {
    let broken =
        with_file(&template(), "xl/worksheets/sheet2.xml", |_| "<worksheet><sheetData><row r=\"x\">".into());
    let found = read_workbook(&broken).unwrap();
    assert_eq!(shown(&found.problems), ["(file SheetUnreadable 科目)"]);
    assert_eq!(found.sheets[0].name, "课程表");
    // Numbers that overflow in the library end in a refusal and not in a panic.
    let overflow = with_file(&template(), "xl/worksheets/sheet1.xml", |_| {
        "<worksheet><sheetData><row><c r=\"ZZZZZZZZZZ99999999999\"><v>1</v></c></row></sheetData></worksheet>"
            .into()
    });
    assert!(read_workbook(&overflow).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_workbook(&bytes);
        let _ = read_workbook(&[b"PK\x03\x04", bytes.as_slice()].concat());
    }

    #[test]
    fn a_damaged_workbook_is_read_or_refused(
        changes in proptest::collection::vec((any::<usize>(), any::<usize>(), any::<u8>()), 1..6)
    ) {
        let mut files = unpacked(&template());
        for (file, at, byte) in changes {
            let count = files.len();
            let bytes = &mut files[file % count].1;
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        let damaged = archive(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
        if let Ok(workbook) = read_workbook(&damaged)
            && let Some(Ok(imported)) = read_template(&workbook)
        {
            prop_assert_eq!(imported.timetable.problems(), []);
        }
    }
}
