//! Reading of logs: plain lines, compressed logs, logs that are too large, and logs that still grow.

use gridscope::debugger::log::ConvertedLog;
use gridscope::debugger::log::program::Growing as _;
use gridscope::formats::log::{Bounds, Log, LogEvent};
use gridscope::formats::{Content, Options};
use gridscope::outside::follow::Follow;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::Replay;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use support::{read_content_of, read_log};

/// Returns the log of a search that opens, lowers, refuses, chooses and starts again, without a map in its header.
fn log() -> String {
    let mut lines = vec![r#"{"format":"gridscope-trace","version":2,"order":["f","-g"]}"#.to_owned()];
    for search in 0..3 {
        lines.push(format!(r#"{{"event":"begin","phase":"search {search}","start":[{search},0]}}"#));
        for x in 0..40u32 {
            let y = x % 7;
            let g = f64::from(x) / 4.0;
            let h = 40 - x;
            let half = x / 2;
            let lower = g - 0.125;
            lines.push(format!(r#"{{"event":"open","at":[{x},{y}],"from":[{half},0],"g":{g},"h":{h}}}"#));
            lines.push(format!(r#"{{"event":"reject","at":[{x},9],"from":[{x},8],"why":"wall {x}","list":"b"}}"#));
            if x % 3 == 0 {
                lines.push(format!(r#"{{"event":"open","at":[{x},{y}],"from":[0,0],"g":{lower},"h":1e0}}"#));
                lines.push(format!(r#"{{"event":"expand","at":[{x},{y}]}}"#));
                lines.push(format!(r#"{{"event":"set","layer":"heat","at":[{x},1],"value":{x}}}"#));
            }
            if x % 5 == 0 {
                lines.push(format!(r#"{{"event":"weigh","set":"{}","name":"way {x}","score":{g}}}"#, x % 2));
                lines.push(format!(r#"{{"event":"sniffed","at":[{x},2],"say":"It sniffed at {x} · {y}."}}"#));
                lines.push(format!(r#"{{"event":"place","actor":"dog","at":[{x},3],"far":[1,{x}]}}"#));
            }
        }
        lines.push(r#"{"event":"choose","set":"1","name":"way 5"}"#.into());
        lines.push(r#"{"event":"clear","layer":"heat"}"#.into());
        lines.push(r#"{"event":"path","cells":[[0,0],[1,1],[2,2]],"cost":3}"#.into());
    }
    lines.join("\n") + "\n"
}

/// Returns everything that a run says about its events.
fn all(run: &Replay) -> Vec<String> {
    let mut end = run.fork();
    end.seek(usize::MAX);
    let event = |i: usize| format!("{} {:?} {}", run.event_json(i), run.trace().keys(i), run.event(i).sentence);
    let rest =
        [format!("{:?}", end.queue(99)), format!("{:?} {:?}", end.series(), end.ties()), end.outcome().to_string()];
    (0..run.len()).map(event).chain(rest).collect()
}

fn read(bytes: &[u8]) -> Result<Log, String> {
    let content = read_content_of("packed", &mut &*bytes, &Options::default()).map_err(|error| error.to_string())?;
    match content {
        Content::Log(log) => log.broken.as_ref().map_or(Ok(()), |bad| Err(bad.to_string())).map(|()| *log),
        other => Err(format!("{other:?}")),
    }
}

fn packed(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

#[test]
fn zstandard_log_is_read() {
    let text = log();
    let plain = all(&at_once(ConvertedLog::of(&read(text.as_bytes()).expect("a log"))).replay);
    assert_eq!(all(&at_once(ConvertedLog::of(&read(&packed(&text)).expect("a log"))).replay), plain);
    // In several frames, one of which must be skipped.
    let (a, b) = text.split_at(text.len() / 3);
    let skipped = [&[0x53, 0x2a, 0x4d, 0x18, 5, 0, 0, 0][..], b"hello"].concat();
    let frames = [packed(a), skipped.clone(), packed(b), skipped].concat();
    assert_eq!(all(&at_once(ConvertedLog::of(&read(&frames).expect("a log"))).replay), plain);
    // A file that is cut off or damaged is reported.
    let cut = &packed(&text)[..900];
    assert!(read(cut).is_err());
    let mut wrong = compress_to_vec(text.as_bytes(), CompressionLevel::Uncompressed);
    let at = wrong.len() / 2;
    wrong[at] ^= 1;
    assert!(read(&wrong).is_err());
}

/// A line is read the same way wherever it is. The first line is always read by the general parser, the lines after it
/// by the fast one if possible.
#[test]
fn fast_and_general_line_parsers_agree() {
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let deep = [61, 62, 63, 64, 65, 125, 126, 127, 128].map(deep);
    #[rustfmt::skip]
    let values = [
        "0", "-0", "7", "-12", "- 1", "4095", "65535", "65536", "9007199254740993", "123456789012345678",
        "1234567890123456789", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "1.5", "1.0", "-0.0", "0.1", "1e3", "1E-3", "2.5e+2", "-1e0",
        "0.1e1", "123456789.987654321", "0.30000000000000004", "5e-324", "1e-400", "1.7976931348623159e308", "1e999",
        "\"inf\"", "\"-inf\"", "\"INF\"", "\"i\\u006ef\"", "null", "NaN", "-Infinity", "01", "-01", "1.", "1.e3", ".5", "+1",
        "1e", "1e+", "0x1", "true", "tru", "false", "nul", "\"word\"", "\"a \\\"b\\\" \\u00e9\"", "\"\\ud800\"", "\"\\x\"",
        "\"\u{e9}\"", "\"\"", "\"\0\"", "\"a\tb\"", "\"open", "[1,2]", "[ 1 ,\t2 ]", "[1.0,2]", "[-0,2]", "[1,-2]", "[1]",
        "[1,2,]", "[1,null]", "[1, [2, {\"a\": 3}]]", "[{\"a\":1,\"a\":2}]", "{\"b\":[]}", "{\"a\":{\"b\":1,\"b\":2}}",
        "{\"at\":[1,2]}", "[]", "{}", "[[0,0],[1,1]]", "[[0,0],null]",
    ];
    let mut lines = Vec::new();
    for value in values.into_iter().chain(deep.iter().map(String::as_str)) {
        lines.push(format!("{{\"event\":\"open\",\"at\":[1,2],\"g\":{value}}}"));
        lines.push(format!("{{\"f\":{value},\"at\":[1,2],\"why\":{value},\"h\":1,\"list\":null,\"event\":\"open\"}}"));
        lines.push(format!("{{\"event\":\"own\",\"mine\":{value},\"at\":[3,4]}}"));
        for name in ["at", "from"] {
            lines.push(format!("{{\"event\":\"note\",\"{name}\":{value}}}"));
            lines.push(format!("{{\"event\":\"own\",\"{name}\":{value}}}"));
        }
        lines.push(format!("{{\"event\":\"path\",\"cells\":{value},\"cost\":{value}}}"));
        lines.push(format!("{{\"event\":\"begin\",\"start\":{value}}}"));
        lines.push(format!("{{\"event\":{value}}}"));
    }
    let names = |last: usize| (0..last).map(|i| format!(",\"{i}\":{i}")).collect::<Vec<_>>().concat();
    lines.extend([998, 999, 1000, 1001].map(|last| format!("{{\"event\":\"own\"{}}}", names(last))));
    lines.extend(["event", "at", "from", "g", "h", "f", "own", "null"].iter().flat_map(|name| {
        let field =
            |value: &str| format!("{{\"event\":\"open\",\"at\":[1,1],\"{name}\":{value},\"from\":[2,2],\"g\":1}}");
        ["null", "\"open\"", "[1,1]", "1", "1,\"own\":2,\"f\":3"].map(field)
    }));
    let odd = [
        "{\"event\":\"open\"}",
        "{\"at\":[1,1]}",
        "{}",
        "[]",
        "[\"open\",[1,1]]",
        "{\"event\":\"open\",\"at\":[1,1]} x",
        "{\"event\":\"open\",\"at\":[1,1]}{}",
        " { \"event\" : \"open\" , \
         \"at\" : [ 1 , 1 ] } ",
        "\t{\t\"event\":\t\"open\",\r\"at\":[1,1]\t}\r",
        "{\u{a0}\"event\":\"open\",\"at\":[1,1]}",
        "{\u{c}\"event\":\"open\",\"at\":[1,1]}",
        "{\"\\u0065vent\":\"open\",\"at\":[1,1]}",
        "{\"event\":\"open\",\"at\":[1,1],\"\\u0061t\":[2,2]}",
        "{\"event\":\"own\",\"a\":1,\"\\u0061\":2}",
        "{\"event\":\"\\u006fpen\",\"at\":[1,1]}",
        "{event:\"open\",\"at\":[1,1]}",
        "{\"event\" \"open\",\"at\":[1,1]}",
        "{\"event\":\"open\",\"at\":[1,1],}",
        "{,\"event\":\"open\",\"at\":[1,1]}",
        "{\"event\":\"open\",\"at\":[1,4096]}",
        "{\"event\":\"open\",\"at\":[1,70000]}",
        "{\"event\":\"open\",\"at\":[1,1,1]}",
        "{\"event\":\"own\",\"a\":1,\"a\":2}",
        "{\"event\":\"open\",\"at\":[1,1],\"at\":[2,2],\"g\":1,\"g\":2}",
        "{\"event\":\"tile\",\"at\":[1,1]}",
        "{\"event\":\"tile\",\"at\":[1,1],\"tile\":\"wall\"}",
        "{\"event\":\"open\",\"at\":[1,1]",
        "{\"event\":\"own\",\"list\":\"a\",\"say\":\"b\",\"t\":1.25}",
        "{\"event\":\"own\",\"z\":1,\"a\":[2],\"\":{\"y\":1,\"b\":2},\"A\":\"c\"}",
    ];
    lines.extend(odd.map(str::to_owned));
    for line in lines {
        let said = |before: &str| {
            let log = Log::read("a log", format!("{before}{line}\n").as_bytes()).expect("a log");
            let event = log.events.get(before.lines().count()).map(|event| LogEvent { line: 0, ..event });
            // The text of a number tells -0 from 0, and whole numbers from others.
            (format!("{event:?}"), log.broken.map(|bad| bad.to_string().replace("line 2", "line 1")))
        };
        assert_eq!(said("{\"event\":\"note\"}\n"), said(""), "{line}");
    }
}

#[test]
fn log_beyond_its_limits_ends_with_a_reason() {
    let text = log();
    let within = |bounds: Bounds| {
        let log = read_log("a log", text.as_bytes(), None, bounds).expect("a log");
        (log.events.len(), log.broken.expect("a reason").to_string())
    };
    let (events, why) = within(Bounds { events: 50, ..Bounds::default() });
    assert!(events == 50 && why.contains("line 52") && why.contains("at most 50"), "{events}: {why}");
    let (events, why) = within(Bounds { memory: 1 << 12, ..Bounds::default() });
    assert!((20..100).contains(&events) && why.contains("memory"), "{events}: {why}");
    // Each cell of a path is an event of the run.
    for (line, most) in [
        (format!("{{\"event\":\"path\",\"cells\":[{}[1,1]]}}\n", "[1,1],".repeat(999)), 35_000),
        (format!("{{\"event\":\"alarm\",\"text\":\"{}\"}}\n", "x".repeat(100_000)), 95_000),
        (format!("{{\"event\":\"note\",\"say\":\"{}\"}}\n", "x".repeat(100_000)), 95_000),
    ] {
        let bounds = Bounds { memory: 1 << 20, ..Bounds::default() };
        let log = read_log("a log", line.repeat(30).as_bytes(), None, bounds).expect("a log");
        let (events, why) = (log.events.len(), log.broken.expect("a reason").to_string());
        assert!(events > 0 && events * most <= 1 << 20 && why.contains("memory"), "{events}: {why}");
    }
    let (events, why) = within(Bounds { bytes: 1 << 12, ..Bounds::default() });
    assert!(events > 20 && why.contains("larger than gridscope reads"), "{events}: {why}");
    // A line that never ends.
    let endless = Log::read("a device", BufReader::new(io::repeat(b'{'))).expect("a log");
    assert!(endless.events.is_empty());
    let why = endless.broken.expect("a reason").to_string();
    assert!(why.contains("line 1") && why.contains("too long"), "{why}");
    let blank = Bounds { bytes: 1 << 20, ..Bounds::default() };
    let blank = read_log("a device", BufReader::new(io::repeat(b'\n')), None, blank).expect("a log");
    assert!(blank.broken.is_some_and(|why| why.to_string().contains("larger than gridscope reads")));
    // Bytes that are not text.
    let log = Log::read("a log", &b"{\"event\":\"note\"}\n\n{\"event\":\"\xff\"}\n"[..]).expect("a log");
    let why = log.broken.expect("a reason").to_string();
    assert!(log.events.len() == 1 && why.contains("line 3") && why.contains("UTF-8"), "{why}");
}

/// A stream that delivers what is sent to it, and waits for more.
struct Pipe(Receiver<Vec<u8>>);

impl Read for Pipe {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Ok(sent) = self.0.recv() else { return Ok(0) };
        into[..sent.len()].copy_from_slice(&sent);
        Ok(sent.len())
    }
}

fn until(what: impl Fn() -> bool) {
    let began = Instant::now();
    while !what() {
        assert!(began.elapsed() < Duration::from_secs(20), "it never came");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn log_read_in_pieces_is_the_same_run() {
    let text = log();
    let (send, pipe) = channel();
    let follow = Follow::on("a log", Pipe(pipe), false);
    let mut lines = 0;
    for (i, piece) in text.as_bytes().chunks(997).enumerate() {
        lines += piece.split(|&b| b == b'\n').count() - 1;
        send.send(piece.to_vec()).expect("it is read");
        // Lines are available before more is sent, so a program that pauses does not hide its output.
        until(|| follow.lines() == lines);
        if i % 3 == 0 {
            follow.look(&mut |log| {
                let so_far: String = text.split_inclusive('\n').take(lines).collect();
                let whole = Log::read("a log", so_far.as_bytes()).expect("a log");
                assert_eq!(
                    all(&at_once(ConvertedLog::of(log)).replay),
                    all(&at_once(ConvertedLog::of(&whole)).replay),
                    "{lines} lines"
                );
            });
        }
    }
    drop(send);
    until(|| follow.has_ended());
    let whole = Log::read("a log", text.as_bytes()).expect("a log");
    let mut same = false;
    follow.look(&mut |log| {
        same = all(&at_once(ConvertedLog::of(log)).replay) == all(&at_once(ConvertedLog::of(&whole)).replay)
            && log.told == whole.told;
    });
    assert!(same && follow.problem().is_none());
}

/// The size is checked before all rows are padded to the longest.
#[test]
fn oversized_map_is_refused_before_it_is_built() {
    let header = |rows: &str| format!(r#"{{"format":"gridscope-trace","version":2,"map":[{rows}]}}"#);
    let wide = format!("\"{}\"", ".".repeat(65_536));
    let ragged = format!("\"{}\"{}", ".".repeat(60_000), ",\".\"".repeat(5_000));
    for rows in [wide, ragged] {
        let error = Log::read("a log", header(&rows).as_bytes()).expect_err("no map").to_string();
        assert!(error.contains("line 1") && error.contains("at most 16384 a side"), "{error}");
    }
}

/// The map takes no more memory than that, whatever its cells are.
#[test]
fn map_of_the_largest_allowed_width_is_read() {
    for row in [".".repeat(16_384), format!("{}G", " ".repeat(16_383))] {
        let header = format!(r#"{{"format":"gridscope-trace","version":2,"map":["{row}","{row}"]}}"#);
        let log = Log::read("a log", header.as_bytes()).expect("a log");
        let scene = log.header.scene.expect("a map");
        assert_eq!((scene.size().width, scene.size().height), (16_384, 2));
        assert_eq!(scene.actors.len(), row.matches('G').count() * 2);
    }
}

/// A reader that fails.
struct Breaks;

impl Read for Breaks {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        panic!("this is meant to break");
    }
}

#[test]
fn panic_while_following_a_log_is_reported() {
    let follow = Follow::on("a log", Breaks, true);
    until(|| follow.has_ended());
    assert!(follow.problem().is_some_and(|why| why.to_string().contains("reading it failed")));
}

#[test]
fn endless_stream_ends_with_a_sentence() {
    let follow = Follow::on("standard input", io::repeat(b' '), false);
    until(|| follow.has_ended());
    let why = follow.problem().expect("a reason").to_string();
    assert!(why.contains("too long"), "{why}");
}

/// Every rule counts by itself, and a map, a start and a goal are no rules.
#[test]
fn each_rule_alone_makes_a_header_state_rules() {
    let states = |field: &str| {
        let text = format!(
            r#"{{"format":"gridscope-trace","version":2,"size":[3,1],"start":[0,0],"goal":[2,0]{field}}}
{{"event":"open","at":[0,0]}}"#
        );
        Log::read("a log", text.as_bytes()).expect("a log").header.states_rules()
    };
    assert!(!states(""));
    for field in [
        r#","neighbours":4"#,
        r#","corners":"never""#,
        r#","steps":"own""#,
        r#","costs":{"straight":1}"#,
        r#","order":["f"]"#,
        r#","state":["key"]"#,
    ] {
        assert!(states(field), "{field}");
    }
}
