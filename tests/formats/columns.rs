//! Lines in columns: read back byte for byte, small, and refused with a clear error if they are damaged.

use flate2::read::MultiGzDecoder;
use gridscope::algorithms;
use gridscope::formats::limits::TRACE;
use gridscope::formats::trace_file::Writer;
use gridscope::formats::{Content, Options, TRACE_FORMATS, copy_lines, holds_lines, write_packed};
use gridscope::outside::parallel::workers;
use gridscope::presets::PRESETS;
use gridscope::trace::progress::at_once;
use gridscope::trace::workers::Workers;
use gridscope::trace::{Progress, Rng};
use std::fmt::Write as _;
use std::io::{Read, Write};
use support::read_content_of;

fn packed(name: &str, lines: &str) -> Vec<u8> {
    let mut out = Vec::new();
    write_packed(name, &mut out, &Workers::default(), |packed| packed.write_all(lines.as_bytes()))
        .expect("memory takes it");
    out
}

fn lines_of(bytes: &[u8]) -> Result<String, String> {
    let mut out = Vec::new();
    copy_lines("a file", &mut &*bytes, "lines.jsonl", &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn packed_bytes_do_not_depend_on_the_number_of_threads() {
    let mut rng = Rng::new(11);
    let mut lines = String::new();
    for at in 0..200_000_u32 {
        writeln!(lines, "{{\"event\":\"open\",\"at\":{at},\"g\":{}}}", rng.below(99)).expect("memory takes it");
    }
    for name in ["t.columns", "t.columns.gz", "t.jsonl.gz"] {
        let one = packed(name, &lines);
        for threads in [2, 3] {
            let (mut several, workers) = (Vec::new(), workers(Some(threads)));
            // A writer takes pieces of any length.
            let write =
                |packed: &mut dyn Write| lines.as_bytes().chunks(70_001).try_for_each(|piece| packed.write_all(piece));
            write_packed(name, &mut several, &workers, write).expect("memory takes it");
            assert_eq!(one.len(), several.len(), "{name}");
            assert!(one == several, "{name}: {threads} threads write other bytes");
        }
        assert!(lines_of(&one).as_ref() == Ok(&lines), "{name}");
    }
}

/// Returns the bytes of a file in columns, without the gzip layer.
fn bare(columns: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    MultiGzDecoder::new(columns).read_to_end(&mut out).expect("gzip");
    out
}

fn trace(id: &str, budget: usize) -> String {
    let preset = PRESETS.iter().find(|preset| preset.id == id).expect("a lesson");
    let scene = preset.scene().expect("a scene");
    let run = algorithms::record(&scene, &Progress::default().with_budget(budget)).expect("a run");
    let mut lines = Vec::new();
    Writer::new(&scene, &run).expect("a trace").write(&mut lines).expect("memory takes it");
    String::from_utf8(lines).expect("text")
}

#[test]
fn columns_of_every_lesson_trace_restore_its_bytes() {
    for preset in PRESETS {
        let lines = trace(preset.id, 1_000);
        let columns = packed("t.columns.gz", &lines);
        assert!(lines_of(&columns).as_deref() == Ok(&*lines), "{}", preset.id);
        assert!(lines_of(&bare(&columns)).as_deref() == Ok(&*lines), "{} without gzip", preset.id);
    }
}

#[test]
fn every_trace_format_rereads_its_own_extensions() {
    let lines = trace("hello", 1_000);
    let mut written = Vec::new();
    for format in TRACE_FORMATS {
        // A link has no ending.
        if let Some(ending) = format.extensions().first() {
            assert!(holds_lines(ending) && holds_lines(&format!("t.{ending}")));
        }
        for ending in format.extensions() {
            let name = format!("t.{ending}");
            if name.contains(".trace.") {
                // Search traces of Posthoc do not hold every field of a line.
                continue;
            }
            let mut out = Vec::new();
            let Err(error) =
                write_packed(&name, &mut out, &Workers::default(), |packed| packed.write_all(lines.as_bytes()))
            else {
                assert_eq!(lines_of(&out).as_deref(), Ok(&*lines), "{name}");
                written.push(*ending);
                continue;
            };
            assert!(out.is_empty() && error.to_string().contains("read, not written"), "{name}: {error}");
        }
    }
    assert_eq!(written, ["jsonl.gz", "gz", "columns.gz", "columns", "jsonl"]);
    assert!(!holds_lines("t.gz") && !holds_lines("jsonl.txt"));
    let error = copy_lines("a.jsonl", &mut lines.as_bytes(), "b.jsonl.zst", &mut Vec::new()).expect_err("not written");
    let words = "b.jsonl.zst: Zstandard is read, not written; expected a name that ends in .gz, or neither";
    assert_eq!(error.to_string(), words);
}

#[test]
fn any_text_comes_back_to_the_last_byte() {
    let mut dice = Rng::new(5);
    let words = [
        "0",
        "00",
        "007",
        "-0",
        "-12",
        "1.5e-300",
        "999999999999999999",
        "1000000000000000000",
        "18446744073709551616",
        "é",
        "\u{1f600}",
        "\"x\"",
        ",",
        " ",
        "\\u0000",
        "//",
        "{}",
        "1797693134862315708145274237317043567",
    ];
    for case in 0..300 {
        let mut text = String::from("{\"event\":\"note\"}\n");
        for _ in 0..dice.below(40) {
            for _ in 0..dice.below(if case % 50 == 0 { 700 } else { 9 }) {
                text.push_str(words[dice.below(words.len() as u64) as usize]);
            }
            text.push('\n');
        }
        assert_eq!(lines_of(&packed("t.columns.gz", &text)), Ok(text), "case {case}");
    }
}

#[test]
fn more_lines_than_a_block_holds_come_back() {
    let line = |n: u64| format!("{{\"event\":\"open\",\"at\":[{},{}],\"g\":{}}}\n", n % 300, n / 300, n * n);
    let text: String = (0..70_000).map(line).collect();
    assert!(lines_of(&packed("t.columns.gz", &text)).as_deref() == Ok(&*text));
}

#[test]
fn columns_take_a_third_of_gzipped_lines() {
    let lines = trace("explore-cave", 20_000);
    let (plain, columns) = (packed("t.jsonl.gz", &lines).len(), packed("t.columns.gz", &lines).len());
    let header = packed("t.jsonl.gz", lines.split_inclusive('\n').next().unwrap_or_default()).len();
    assert!(3 * (columns - header.min(columns)) < plain - header, "{columns} of {plain} bytes, header {header}");
}

#[test]
fn file_in_columns_opens_as_its_trace() {
    let columns = packed("t.columns.gz", &trace("hello", usize::MAX));
    let content = read_content_of("t.columns.gz", &mut &*columns, &Options::with_registry(&gridscope::registry()))
        .expect("a trace");
    let Content::Trace(trace) = content else { panic!("a trace of ours") };
    let run = algorithms::record(&trace.scene, &Progress::default()).expect("a run");
    assert_eq!(at_once(trace.agrees(&run, &Progress::default())), Ok(true));
}

/// A trace of a search that is longer than what is kept as text: 65 lines of 4 MiB follow its end.
#[test]
fn trace_longer_than_kept_text_is_packed_and_compared() {
    let line = format!("// {} 7\n", "x".repeat(4 << 20));
    let open = |lines: &str| {
        let mut whole: Box<dyn Read + Send> = Box::new(lines.as_bytes());
        for _ in 0..=TRACE / line.len() as u64 {
            whole = Box::new(whole.chain(line.as_bytes()));
        }
        let options = Options::with_registry(&gridscope::registry());
        match read_content_of("t.trace.jsonl", &mut whole, &options) {
            Ok(Content::Trace(trace)) => trace,
            other => panic!("expected a trace, found {other:?}"),
        }
    };
    let lines = trace("hello", usize::MAX);
    let run = algorithms::record(&open(&lines).scene, &Progress::default()).expect("a run");
    assert_eq!(at_once(open(&lines).agrees(&run, &Progress::default())), Ok(true));
    // More after the end is a change, too.
    let longer = format!("{lines}{{\"event\":\"note\"}}\n");
    let error = at_once(open(&longer).agrees(&run, &Progress::default())).expect_err("a line was added");
    assert!(error.to_string().contains(r#"is followed by {"event":"note"}; expected the end"#), "{error}");
    // A budget may end the run here before that of the trace. Up to there, they are equal.
    let cut = algorithms::record(&open(&lines).scene, &Progress::default().with_budget(20)).expect("a run");
    assert_eq!(at_once(open(&lines).agrees(&cut, &Progress::default())), Ok(true));
    let changed = lines.replacen("\"g\":10,", "\"g\":11,", 1);
    assert_ne!(lines, changed);
    let error = at_once(open(&changed).agrees(&run, &Progress::default())).expect_err("an event was changed");
    assert!(error.to_string().contains(r#""g":11,"#), "{error}");
}

/// Every line begins with the event's own JSON. Only its cell has another name, and `_` may follow.
#[test]
fn lines_of_every_lesson_begin_with_the_json_of_their_events() {
    for preset in PRESETS {
        let scene = preset.scene().expect("a scene");
        let run = algorithms::record(&scene, &Progress::default().with_budget(2_000)).expect("a run");
        let mut text = Vec::new();
        Writer::new(&scene, &run).expect("a trace").write(&mut text).expect("memory takes it");
        let text = String::from_utf8(text).expect("text");
        for (index, line) in (0..run.len()).zip(text.lines().skip(1)) {
            let event = run.event_json(index);
            let fields = event.as_object().expect("an object").iter();
            let named =
                fields.map(|(name, value)| (if name == "cell" { "at" } else { name }.to_owned(), value.clone()));
            let whole = serde_json::Value::Object(named.collect()).to_string();
            let open = whole.strip_suffix('}').expect("an object");
            let rest = line.strip_prefix(open);
            let is_whole = rest.is_some_and(|rest| rest == "}" || rest.starts_with(r#","_":{"#));
            assert!(is_whole && serde_json::from_str::<serde_json::Value>(line).is_ok(), "{}: {line}", preset.id);
        }
    }
}

/// Data under `_` is not compared, but no field may hide behind it.
#[test]
fn field_behind_the_data_of_a_line_is_noticed() {
    let lines = trace("hello", usize::MAX);
    let read = |lines: &str| {
        let registry = gridscope::registry();
        gridscope::formats::trace_file::read(&registry, "t", lines.as_bytes()).expect("a trace")
    };
    let run = algorithms::record(&read(&lines).scene, &Progress::default()).expect("a run");
    let agrees = |lines: &str| at_once(read(lines).agrees(&run, &Progress::default()));
    let first = lines.lines().find(|line| line.contains(r#","_":{"#)).expect("a line with more data");
    let with = |line: String| lines.replacen(first, &line, 1);
    let body = first.strip_suffix("}}").expect("the data comes last");
    assert_eq!(agrees(&with(format!("{body},\"x\":1}}}}"))), Ok(true));
    assert!(agrees(&with(format!("{first},\"g\":1}}"))).is_err());
    assert!(agrees(&with(format!("{body}}},\"g\":{{\"x\":1}}}}"))).is_err());
    assert!(agrees(&with(body.to_string())).is_err());
}

/// Small files that would unpack to gigabytes.
#[test]
fn packed_files_that_claim_too_much_are_refused_at_once() {
    // A block of 64 MiB of zero bytes, each the place of a number.
    let zeros = 64 << 20;
    let varint = |mut number: usize| {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    // One line, one template, and the length of the template.
    let block = [vec![1, 1], varint(zeros), vec![0; zeros], vec![0]].concat();
    let file = [b"gridscope-columns 1\n".to_vec(), varint(block.len()), block, vec![0]].concat();
    let error = lines_of(&file).expect_err("more numbers than a line may have");
    assert!(error.contains("its columns are broken: block 1 does not read"), "{error}");
    let error = lines_of(b"gridscope-columns 2\n\0").expect_err("another version");
    assert!(error.contains("its columns are of a later version than 1"), "{error}");
    // A frame whose window is 2 TiB, and a block of 131,072 blanks.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0, 0xf8, 3, 0, 0x10, b' '];
    let error = lines_of(&frame).expect_err("too large a window");
    assert!(error.contains("its window is 2097152 MiB, and at most 100 MiB are possible"), "{error}");
}

#[test]
fn cut_or_changed_columns_are_refused_or_read() {
    let whole = bare(&packed("t.columns.gz", &trace("hello", usize::MAX)));
    let lines = lines_of(&whole).expect("lines");
    let begun = 20;
    for end in (begun..whole.len()).step_by(7) {
        let error = lines_of(&whole[..end]).expect_err("it is cut");
        assert!(error.contains("a file: its columns are broken: block "), "{end}: {error}");
    }
    let mut dice = Rng::new(9);
    let (mut refused, mut other) = (0, 0);
    for _ in 0..400 {
        let mut changed = whole.clone();
        let place = begun + dice.below((whole.len() - begun) as u64) as usize;
        changed[place] ^= 1 << dice.below(8);
        match lines_of(&changed) {
            // In a column of zeros, the reference for the differences does not matter.
            Ok(read) => other += usize::from(read != lines),
            Err(error) => {
                assert!(error.starts_with("a file: ") && !error.contains('\n'), "{place}: {error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 20 && other > 200 && refused + other > 380, "{refused} refused, {other} read otherwise");
}

#[test]
fn columns_claiming_too_much_memory_are_refused() {
    let mut long = b"gridscope-columns 1\n".to_vec();
    long.extend([0xff, 0xff, 0xff, 0xff, 0x7f]);
    let error = lines_of(&long).expect_err("34 GB");
    assert!(error.contains("block 1 is longer than 256 MiB"), "{error}");
    // A block with one line that claims to have 2^40.
    let mut many = b"gridscope-columns 1\n".to_vec();
    many.extend([8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 1, 0]);
    let error = lines_of(&many).expect_err("2^40 lines");
    assert!(error.contains("block 1 does not read"), "{error}");
}

#[test]
fn zero_byte_is_refused_as_a_line() {
    let mut out = Vec::new();
    let error = write_packed("t.columns.gz", &mut out, &Workers::default(), |packed| packed.write_all(b"a\0b\n"))
        .expect_err("no text");
    assert!(error.to_string().contains("a zero byte"), "{error}");
}
