//! Frames of an animation are drawn over each other, and look like pictures that are drawn whole.

use egui::{Color32, Context, Pos2, RawInput, Rect, TextureOptions, Vec2, pos2, vec2};
use gridscope::app::export::raster::Raster;
use gridscope::app::export::repaint::Repaint;
use gridscope::app::view::Settings;
use gridscope::debugger::export::{Export, ExportKind, Format};
use gridscope::trace::Progress;
use gridscope_window_tests::scene;

/// Width and height of a frame in pixels.
const SIZE: (usize, usize) = (400, 300);

#[test]
fn frames_are_drawn_where_they_differ() {
    let (ctx, mut raster, mut repaint) = (Context::default(), Raster::default(), Repaint::default());
    let mut image = egui::ColorImage::filled([8, 8], Color32::DARK_BLUE);
    let mut texture = None;
    for frame in 0..30_usize {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(SIZE.0 as f32, SIZE.1 as f32));
        let input = RawInput { screen_rect: Some(screen), time: Some(0.0), ..RawInput::default() };
        image.pixels[frame % 64] = Color32::YELLOW;
        let texture = texture.get_or_insert_with(|| ctx.load_texture("map", image.clone(), TextureOptions::NEAREST));
        if frame % 2 == 0 {
            texture.set(image.clone(), TextureOptions::NEAREST);
        } else {
            let cell = egui::ColorImage::filled([1, 1], Color32::YELLOW);
            texture.set_partial([frame % 8, frame % 64 / 8], cell, TextureOptions::NEAREST);
        }
        let mut output = ctx.run_ui(input, |ui| {
            let painter = ui.painter();
            painter.rect_filled(screen, 0.0, Color32::from_gray(20));
            let map = Rect::from_min_size(pos2(20.0, 20.0), Vec2::splat(160.0));
            painter.image(texture.id(), map, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
            for step in 0..=frame {
                // A translucent circle, over the one before.
                let at = pos2(220.0 + 5.0 * step as f32, 100.0 + (step % 7) as f32);
                painter.circle_filled(at, 6.0, Color32::from_rgba_unmultiplied(200, 80, 40, 120));
            }
            let bar = Rect::from_min_size(pos2(20.0, 260.0), vec2(2.0 + frame as f32, 12.0));
            painter.rect_filled(bar, 3.0, Color32::WHITE);
        });
        raster.take(&mut output.textures_delta);
        let primitives = ctx.tessellate(output.shapes, 1.0);
        let (whole, before) = (raster.draw(&primitives, 1.0, SIZE), repaint.drawn);
        assert_eq!(*repaint.draw(&mut raster, &primitives, 1.0, SIZE), whole, "frame {frame}");
        let drawn_pixels = repaint.drawn - before;
        assert!(frame == 0 || drawn_pixels < SIZE.0 * SIZE.1 / 5, "frame {frame} draws {drawn_pixels} pixels");
    }
}

/// Returns the frames of an animated PNG as they are shown, and their size.
fn shown_frames(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let count = reader.info().animation_control().map_or(1, |control| control.num_frames);
    let width = reader.info().width as usize;
    let mut canvas = vec![0; reader.info().raw_bytes()];
    let mut buffer = canvas.clone();
    let mut frames = Vec::new();
    for _ in 0..count {
        let frame = reader.next_frame(&mut buffer).expect("a frame");
        let (x, y) = reader.info().frame_control().map_or((0, 0), |c| (c.x_offset as usize, c.y_offset as usize));
        for (row, line) in buffer[..frame.buffer_size()].chunks(frame.line_size).enumerate() {
            let from = ((y + row) * width + x) * 3;
            canvas[from..from + line.len()].copy_from_slice(line);
        }
        frames.push(canvas.clone());
    }
    frames
}

#[test]
fn frames_of_an_animation_are_the_pictures_of_its_moments() {
    for name in ["secret-door", "stop-when"] {
        let mut session = gridscope::session(scene(name));
        session.settle();
        let file = |export: &Export| {
            let files =
                gridscope::app::export::export(export, &session, &Settings::default(), None, &Progress::default());
            files.expect("a file").expect("not cancelled").remove(0)
        };
        let mut animation = Export::new(ExportKind::Animation, Format::Apng, &session);
        (animation.from, animation.to, animation.every) = (0, 14.min(session.moment().1), 1);
        let frames = shown_frames(&file(&animation));
        assert_eq!(frames.len(), animation.frames());
        for (at, frame) in frames.iter().enumerate().step_by(7) {
            let mut picture = Export::new(ExportKind::Picture, Format::Png, &session);
            (picture.from, picture.points, picture.scale) = (at, Some(720), animation.scale);
            (picture.sentence, picture.rulers, picture.theme) = (animation.sentence, animation.rulers, animation.theme);
            assert_eq!(shown_frames(&file(&picture))[0], *frame, "{name}, event {at}");
        }
    }
}
