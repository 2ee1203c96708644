//! Files written by `render`, read by independent parsers.

use crate::program::{gridscope, says, scene_file, text};

/// Without the window's crate, nothing can be drawn, and the program says so.
#[cfg(not(feature = "gui"))]
#[test]
fn render_without_a_window_names_the_missing_feature() {
    let (_folder, scene) = scene_file();
    says(&["render", &scene, "-o", "out.png"], "", &["render", "feature gui"]);
    assert!(!text(&gridscope(&["render", "--help"]).stdout).is_empty());
}

#[cfg(feature = "gui")]
mod drawn {
    use super::{gridscope, says, scene_file, text};
    use quick_xml::Reader;
    use quick_xml::events::Event;
    use std::path::Path;

    /// Renders into a file and returns its bytes.
    fn rendered(scene: &str, name: &str, more: &[&str]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join(name);
        let to_text = to.to_str().unwrap();
        let out = gridscope(&[&["render", scene, "-o", to_text], more].concat());
        assert_eq!(out.status.code(), Some(0), "{more:?}: {}", text(&out.stderr));
        std::fs::read(to).unwrap()
    }

    /// Returns the width, height and pixels of a PNG.
    fn png(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.width, info.height, pixels)
    }

    /// Returns the names of the elements of an SVG, and all its text.
    fn svg(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
        let mut reader = Reader::from_str(text(bytes));
        let (mut names, mut words) = (Vec::new(), Vec::new());
        loop {
            match reader.read_event().expect("well-formed") {
                Event::Start(element) | Event::Empty(element) => {
                    names.push(text(element.name().as_ref()).to_owned());
                    for attribute in element.attributes() {
                        let attribute = attribute.expect("an attribute once, in quotes");
                        if attribute.key.as_ref() == b"aria-label" {
                            words.push(text(&attribute.value).to_owned());
                        }
                    }
                }
                Event::Text(said) => words.push(text(&said).to_owned()),
                Event::Eof => return (names, words),
                _ => {}
            }
        }
    }

    #[test]
    fn png_shows_the_moment_and_is_reproducible() {
        let (_folder, scene) = scene_file();
        let first = rendered(&scene, "a.png", &["--at", "9", "--scale", "1"]);
        assert!(first == rendered(&scene, "b.png", &["--at", "9", "--scale", "1"]), "the same bytes twice");
        let (w, h, pixels) = png(&first);
        assert!(w > 200 && h > 100, "{w}×{h}");
        let (w2, h2, _) = png(&rendered(&scene, "a.png", &["--at", "9", "--scale", "2"]));
        assert_eq!((w2, h2), (2 * w, 2 * h));
        let later = png(&rendered(&scene, "a.png", &["--at", "20", "--scale", "1"]));
        assert!(later.2 != pixels, "another moment is another picture");
        let light = png(&rendered(&scene, "a.png", &["--at", "9", "--scale", "1", "--theme", "light"]));
        assert!(light.2[0] > 200 && pixels[0] < 40, "the ground is light, and dark");
        let bare = png(&rendered(&scene, "a.png", &["--at", "9", "--scale", "1", "--rulers=no"]));
        assert!(bare.0 < w && bare.1 < h, "without rulers it is smaller: {}×{}", bare.0, bare.1);
        let told = png(&rendered(&scene, "a.png", &["--at", "9", "--scale", "1", "--sentence"]));
        assert!(told.1 > h, "the sentence has room below");
    }

    #[test]
    fn svg_has_shapes_and_its_numbers_as_text() {
        let (_folder, scene) = scene_file();
        let bytes = rendered(&scene, "a.svg", &["--at", "20"]);
        assert_eq!(bytes, rendered(&scene, "a.svg", &["--at", "20"]));
        let (names, words) = svg(&bytes);
        assert_eq!(names[0], "svg");
        for element in ["title", "desc", "rect", "path", "polygon"] {
            assert!(names.iter().any(|n| n == element), "{element}: {names:?}");
        }
        assert!(words.iter().any(|w| w == "secret"), "its title: {words:?}");
        assert!(words.iter().any(|w| w == "5"), "a ruler or a number: {words:?}");
    }

    #[test]
    fn gif_frames_hold_only_changes() {
        let (_folder, scene) = scene_file();
        let bytes = rendered(&scene, "a.gif", &["--from", "2", "--to", "12", "--every", "3", "--delay", "200"]);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut gif = options.read_info(&bytes[..]).unwrap();
        let (w, h) = (gif.width(), gif.height());
        assert!(gif.global_palette().is_some(), "one palette for all");
        let (mut delays, mut first) = (Vec::new(), true);
        while let Some(frame) = gif.read_next_frame().unwrap() {
            assert!(frame.palette.is_none(), "no palette of its own");
            let whole = (frame.width, frame.height) == (w, h);
            assert!(whole == first, "only the first is whole: {}×{} of {w}×{h}", frame.width, frame.height);
            first = false;
            delays.push(frame.delay);
        }
        // Moments 2, 5, 8, 11 and 12; the last one is shown longer.
        assert_eq!(delays, [20, 20, 20, 20, 200]);
        assert!(bytes == rendered(&scene, "b.gif", &["--from", "2", "--to", "12", "--every", "3", "--delay", "200"]));
    }

    #[test]
    fn picture_edges_have_the_background_colour() {
        let (_folder, scene) = scene_file();
        for theme in ["light", "dark"] {
            for scale in ["1", "2", "3"] {
                let (w, h, pixels) = png(&rendered(&scene, "a.png", &["--scale", scale, "--theme", theme]));
                let at = |x: u32, y: u32| &pixels[(y * w + x) as usize * 3..][..3];
                let edges = (0..w).flat_map(|x| [(x, 0), (x, h - 1)]).chain((0..h).flat_map(|y| [(0, y), (w - 1, y)]));
                for (x, y) in edges {
                    assert_eq!(at(x, y), at(0, 0), "{theme}, scale {scale}: ({x},{y}) of {w}×{h}");
                }
            }
        }
    }

    #[test]
    fn last_apng_frame_equals_the_picture() {
        let (_folder, scene) = scene_file();
        for name in ["a.apng", "a.png"] {
            let bytes = rendered(&scene, name, &["--from", "2", "--to", "8", "--every", "2", "--sentence=no"]);
            let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
            let (w, h) = (reader.info().width as usize, reader.info().height as usize);
            assert_eq!(reader.info().animation_control().unwrap().num_frames, 4);
            let mut canvas = vec![0; w * h * 3];
            for _ in 0..4 {
                let mut part = vec![0; reader.output_buffer_size().unwrap()];
                let info = reader.next_frame(&mut part).unwrap();
                let place = reader.info().frame_control().copied().unwrap();
                let (x, y, fw) = (place.x_offset as usize, place.y_offset as usize, info.width as usize);
                for (row, line) in part.chunks(fw * 3).take(info.height as usize).enumerate() {
                    let at = ((y + row) * w + x) * 3;
                    canvas[at..at + fw * 3].copy_from_slice(line);
                }
            }
            let alone = rendered(&scene, "a.apng", &["--from", "8", "--to", "8", "--sentence=no"]);
            assert!(png(&alone).2 == canvas, "{name}: frames add up to the picture of the last moment");
        }
    }

    #[test]
    fn handout_has_boxes_and_an_answer_sheet() {
        let (_folder, scene) = scene_file();
        let sheet = rendered(&scene, "a.svg", &["--handout"]);
        let (_, words) = svg(&sheet);
        let said = |words: &[String], what: &str| words.iter().any(|w| w == what);
        for word in ["Name", "Date", "g", "h", "f", "#"] {
            assert!(said(&words, word), "{word}: {words:?}");
        }
        assert!(words.iter().any(|w| w.contains("from the shield to the flag")), "{words:?}");
        assert!(words.iter().any(|w| w.contains("The first parent stays.")), "the rules in words: {words:?}");
        assert!(!text(&sheet).contains("#4a5260"), "walls are light: they drink no ink");
        let (_, answers) = svg(&rendered(&scene, "a.svg", &["--handout", "--answers"]));
        assert!(!said(&answers, "Name") && answers.len() > words.len(), "{answers:?}");
        says(&["render", &scene, "--handout", "-o", "x.gif"], "", &["x.gif", "a handout", ".svg"]);
        says(&["render", "hello", "--handout", "-o", "/dev/stdout"], "", &["4 pages", "a file name"]);
    }

    #[test]
    fn card_has_the_size_of_link_previews() {
        let (_folder, scene) = scene_file();
        let card = rendered(&scene, "a.png", &["--card", "--at", "9"]);
        let (w, h, _) = png(&card);
        assert_eq!((w, h), (1200, 630));
        assert!(card.len() < 100_000, "{} bytes", card.len());
    }

    #[test]
    fn card_has_title_question_and_map() {
        let (_, words) = svg(&rendered("secret-door", "a.svg", &["--card"]));
        let text = words.join(" ");
        for part in ["The guard and", "secret door", "The goal cannot be reached:", "gridscope"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(words.iter().any(|word| word == "18"), "a number of the map: {text}");
    }

    #[test]
    fn traces_and_side_by_side_runs_are_rendered() {
        let (folder, scene) = scene_file();
        let trace = folder.path().join("a.trace.jsonl");
        let trace = trace.to_str().unwrap();
        assert_eq!(gridscope(&["run", &scene, "--trace", trace]).status.code(), Some(0));
        let more = ["--at", "9", "--scale", "1"];
        assert!(png(&rendered(trace, "a.png", &more)).2 == png(&rendered(&scene, "a.png", &more)).2);
        let mut two = crate::program::secret_door();
        two["run"]["beside"] = serde_json::json!([{ "weight": 3 }]);
        let path = folder.path().join("two.scene.json");
        std::fs::write(&path, two.to_string()).unwrap();
        let two = path.to_str().unwrap();
        let both = png(&rendered(two, "a.png", &more));
        let one = png(&rendered(two, "a.png", &["--at", "9", "--scale", "1", "--run", "B"]));
        assert!(both.0 * both.1 > one.0 * one.1, "two boards take more room than one");
        says(&["render", two, "-o", "a.png", "--run", "C"], "", &["no run C", "there are 2"]);
    }

    #[test]
    fn invalid_render_arguments_are_refused() {
        let (_folder, scene) = scene_file();
        let says = |more: &[&str], words: &[&str]| says(&[&["render", scene.as_str(), "-o"], more].concat(), "", words);
        says(&["a.jpg"], &["a.jpg", ".png, .svg, .pdf or .tex"]);
        says(&["a.svg", "--from", "1"], &["a.svg", ".gif, .apng or .png"]);
        says(&["a.gif", "--from", "99999"], &["no event 99999"]);
        says(&["a.gif", "--from", "9", "--to", "2"], &["ends at 2", "begins at 9"]);
        says(&["a.png", "--layer", "q"], &["\"q\"", "status"]);
        says(&["a.png", "--scale", "9"], &["the scale is 9"]);
        says(&["a.png", "--theme", "pink"], &["pink", "colour-blind"]);
        assert!(!Path::new("a.png").exists(), "nothing is written");
        // A picture that is too large is refused with the limit, before anything is drawn.
        let folder = tempfile::tempdir().unwrap();
        let long = folder.path().join("long.txt");
        std::fs::write(&long, format!("@{}\n", ".".repeat(4000))).unwrap();
        let out = folder.path().join("x.gif");
        let args = ["render", long.to_str().unwrap(), "-o", out.to_str().unwrap(), "--every", "1", "--scale", "4"];
        let said = gridscope(&args);
        assert_eq!(said.status.code(), Some(2), "{}", text(&said.stderr));
    }
}

/// The printed number and duration of frames match the file. A GIF counts in hundredths of a second, with a minimum of
/// two.
#[cfg(feature = "gui")]
#[test]
fn printed_frame_count_and_duration_match_the_file() {
    let folder = tempfile::tempdir().unwrap();
    for (ending, delay, stands) in [("gif", 15, 20), ("gif", 37, 30), ("apng", 15, 15)] {
        let to = folder.path().join(format!("a.{ending}")).display().to_string();
        let out = gridscope(&["render", "hello", "--from", "0", "--to", "2", "--delay", &delay.to_string(), "-o", &to]);
        assert!(text(&out.stderr).contains(&format!("3 frames, {stands} ms each")), "{}", text(&out.stderr));
        if ending == "gif" {
            let file = std::fs::read(&to).unwrap();
            let mut gif = gif::DecodeOptions::new().read_info(&file[..]).unwrap();
            assert_eq!(u32::from(gif.read_next_frame().unwrap().unwrap().delay) * 10, stands);
        }
    }
    for wrong in [["--delay", "0"], ["--fps", "0"], ["--delay", "70000000"]] {
        says(&["render", "hello", "--from", "0", "--to", "2", wrong[0], wrong[1], "-o", "a.gif"], "", &[wrong[1]]);
    }
}
