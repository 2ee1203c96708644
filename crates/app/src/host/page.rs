//! The window's surroundings in a page: pickers, downloads, the address bar, and the browser's storage.

use super::{Answer, Arrived, Request, files_to_open};
use crate::debugger::disk::{Shelf, use_shelf};
use crate::debugger::session::window::HelpPage;
use crate::formats::limits::{RELOADED, mebibytes};
use egui::{Context, DroppedFileHandle};
use js_sys::{Array, Function, Uint8Array};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, Document, File, History, HtmlAnchorElement, HtmlInputElement, Response, Storage, Url, Window};

/// Folder whose files are kept in the browser's storage.
const STORAGE_FOLDER: &str = "gridscope";
/// Maximum number of bytes of picked and dropped files that are kept, to be read again. The latest is always kept.
const ROOM: usize = 128 << 20;
/// Time after which the address of a download is no longer needed, in milliseconds.
const DOWNLOADED: i32 = 60_000;

/// Text of the window's own field for a path.
pub(crate) const TYPED_PATH: &str = "The extension says the format. The browser saves the file among its downloads.";
/// Tooltip of the export's button for a path.
pub(crate) const NO_BROWSER: &str = "The browser saves the file among its downloads.";
const NO_FOLDERS: &str = "A page cannot read folders: open files instead, or drop them on the map.";

type News = Rc<RefCell<VecDeque<Arrived>>>;

/// The page, and news from it that the window has not taken yet.
#[derive(Default)]
pub(crate) struct Host {
    arrived: News,
    /// Whether the window is only a part of the page. Title and address then belong to others.
    pub embedded: bool,
    /// Number of the step of the browser's history that is shown.
    step: u32,
}

impl Host {
    /// Shows the browser's file picker. The answer comes in a later frame.
    pub(crate) fn ask(&mut self, ctx: &Context, request: Request) {
        if request.is_folder() {
            return self.push_arrival(Arrived::Answer(request, Answer::Absent(NO_FOLDERS)));
        }
        if request.writes() {
            // The name says the format, so the user has to see it.
            return self.push_arrival(Arrived::Answer(request, Answer::NoDialog));
        }
        let (news, ctx) = (Rc::clone(&self.arrived), ctx.clone());
        if pick(move |files| take_files(&news, &ctx, files, Some(request))).is_none() {
            self.push_arrival(Arrived::Failed(
                "This browser shows no file picker: drop the file on the map instead.".into(),
            ));
        }
    }

    fn push_arrival(&self, news: Arrived) {
        self.arrived.borrow_mut().push_back(news);
    }

    /// Takes the files that were dropped on the window together. Their bytes come in a later frame.
    pub(crate) fn take_dropped(&mut self, ctx: &Context, files: &[DroppedFileHandle]) {
        let files: Vec<File> = files.iter().filter_map(|file| file.web_file().cloned()).collect();
        take_files(&self.arrived, ctx, files, None);
    }

    /// Returns the next news.
    pub(crate) fn next(&mut self) -> Option<Arrived> {
        self.arrived.borrow_mut().pop_front()
    }

    /// Fetches the text of a page of the guide from the folder of the page. It comes in a later frame.
    pub(crate) fn fetch_guide(&mut self, ctx: &Context, page: HelpPage) {
        let (news, ctx) = (Rc::clone(&self.arrived), ctx.clone());
        spawn_local(async move {
            let text = fetch_text(&format!("help/{}.md", page.path())).await;
            let text = text.ok_or_else(|| "the server does not send it".to_owned());
            news.borrow_mut().push_back(Arrived::GuideText(page, text));
            ctx.request_repaint();
        });
    }

    /// Fetches the rest of the program again, after that has failed.
    pub(crate) fn fetch_program(&self) {
        if let Some(fetch) = FETCH.with_borrow(Clone::clone) {
            // The page reports by itself whether it fails again.
            _ = fetch.call0(&JsValue::NULL);
        }
    }

    /// Requests the text on the clipboard. The browser may ask the user first.
    pub(crate) fn request_paste(&self, ctx: &Context) {
        let (news, ctx) = (Rc::clone(&self.arrived), ctx.clone());
        let Some(reading) = window().map(|window| window.navigator().clipboard().read_text()) else { return };
        spawn_local(async move {
            let text = JsFuture::from(reading).await.ok().and_then(|text| text.as_string());
            let refused = "The browser does not let this page read the clipboard: press Ctrl+V.";
            news.borrow_mut().push_back(text.map_or_else(|| Arrived::Failed(refused.into()), Arrived::Clipboard));
            ctx.request_repaint();
        });
    }

    /// Sets the title of the tab.
    pub(crate) fn set_title(&self, _: &Context, title: &str) {
        if let (false, Some(document)) = (self.embedded, document()) {
            document.set_title(title);
        }
    }

    /// Switches full screen on or off.
    pub(crate) fn toggle_full_screen(&self, _: &Context) {
        let Some(document) = document() else { return };
        if document.fullscreen_element().is_some() {
            document.exit_fullscreen();
        } else if let Some(page) = document.document_element() {
            // A browser that refuses leaves the page as it is.
            _ = page.request_fullscreen();
        }
    }

    /// Enters or leaves full screen. A browser enters it only after a key or a click.
    pub(crate) fn set_full_screen(&self, ctx: &Context, on: bool) {
        let is_on = document().is_some_and(|document| document.fullscreen_element().is_some());
        if on != is_on && !self.embedded {
            self.toggle_full_screen(ctx);
        }
    }

    /// Says how the window is closed: a page cannot close its tab.
    pub(crate) fn close(&self, _: &Context) {
        self.push_arrival(Arrived::Failed("Close the tab to end gridscope.".into()));
    }

    /// Returns whether the window is a part of another page. Then it shows only the map, and nothing can be edited.
    pub(crate) const fn is_embedded(&self) -> bool {
        self.embedded
    }

    /// Returns the address of the page without its fragment. `None` if the window is a part of another page.
    pub(crate) fn page_address(&self) -> Option<String> {
        let address = window().filter(|_| !self.embedded)?.location().href().ok()?;
        Some(address.split('#').next().unwrap_or_default().to_owned())
    }

    /// Returns the address of the page that copied links open: this one.
    pub(crate) fn linked_page(&self) -> Option<String> {
        self.page_address()
    }

    /// Puts a fragment into the address bar, as a new step of the history or in place of the current one.
    pub(crate) fn show_fragment(&mut self, fragment: &str, is_step: bool) {
        let Some(history) = history().filter(|_| !self.embedded) else { return };
        self.step += u32::from(is_step);
        let (step, address) = (JsValue::from(self.step), format!("#{fragment}"));
        // A page opened from a file may be refused. Its address then stays as it is.
        _ = if is_step {
            history.push_state_with_url(&step, "", Some(&address))
        } else {
            history.replace_state_with_url(&step, "", Some(&address))
        };
    }

    /// Lets the browser keep a file of the shelf, or this text, for a reload of the page. Returns the path under which
    /// [`put_kept`] gets it then, or `None` if there is no such file or no place for it.
    ///
    /// # Errors
    /// Returns why the file is not kept. The page reports later if the browser refuses it.
    pub(crate) fn keep_file(&self, path: &Path, text: Option<&str>) -> Result<Option<PathBuf>, String> {
        let Some(keep) = KEEP.with_borrow(Clone::clone).filter(|_| !self.embedded) else { return Ok(None) };
        let bytes = text.map(|text| text.as_bytes().to_vec()).or_else(|| FILES.with(|files| files.read(path)));
        let Some(bytes) = bytes else { return Ok(None) };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if bytes.len() > RELOADED {
            return Err(format!("{name} has more than {}", mebibytes(RELOADED as u64)));
        }
        let keep_result = keep.call2(&JsValue::NULL, &JsValue::from(&*name), &Uint8Array::from(&*bytes));
        Ok(keep_result.ok().and_then(|path| path.as_string()).map(PathBuf::from))
    }

    /// Counts the address that the user went to as a step of the history: an older or newer one, or a new one that was
    /// typed.
    pub(crate) fn take_step(&mut self) {
        let Some(history) = history() else { return };
        self.step = step_of(&history).unwrap_or(self.step + 1);
        _ = history.replace_state_with_url(&JsValue::from(self.step), "", None);
    }

    /// Goes back to the step of the history that is shown.
    pub(crate) fn go_back_to_step(&self) {
        let Some(history) = history() else { return };
        let by = step_of(&history).map_or(-1, |step| i64::from(self.step) - i64::from(step));
        if by != 0 {
            _ = history.go_with_delta(by as i32);
        }
    }
}

fn history() -> Option<History> {
    window()?.history().ok()
}

/// Returns the number of the step that the address bar shows. A typed address has none.
fn step_of(history: &History) -> Option<u32> {
    Some(history.state().ok()?.as_f64()? as u32)
}

/// Fetches a text from the server that the page comes from.
async fn fetch_text(address: &str) -> Option<String> {
    let answer = JsFuture::from(window()?.fetch_with_str(address)).await.ok()?;
    let answer: Response = answer.dyn_into().ok().filter(Response::ok)?;
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

/// Opens an address in a new tab.
///
/// # Errors
/// Returns a sentence that names the address if the browser refuses.
pub(crate) fn open_address(address: &str) -> Result<(), String> {
    let opened = window().map(|w| w.open_with_url_and_target_and_features(address, "_blank", "noopener"));
    if matches!(opened, Some(Ok(_))) { Ok(()) } else { Err(format!("{address}: the browser does not open it")) }
}

/// Returns the path of the file that keeps the settings.
pub(crate) fn storage_path() -> Option<PathBuf> {
    Some(Path::new(STORAGE_FOLDER).join("window.json"))
}

/// Returns whether the user's system asks for less motion.
pub(crate) fn prefers_less_motion() -> bool {
    let query = window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

fn window() -> Option<Window> {
    web_sys::window()
}

fn document() -> Option<Document> {
    window()?.document()
}

fn local_storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Shows the file picker. Calls `take` with the files, or not at all if the user cancels.
fn pick(take: impl FnOnce(Vec<File>) + 'static) -> Option<()> {
    let input: HtmlInputElement = document()?.create_element("input").ok()?.dyn_into().ok()?;
    input.set_type("file");
    // A map is picked together with its tilesets.
    input.set_multiple(true);
    let picked = input.clone();
    let mut take = Some(take);
    let changed = Closure::once_into_js(move || {
        if let (Some(files), Some(take)) = (picked.files(), take.take()) {
            take((0..files.length()).filter_map(|i| files.get(i)).collect());
        }
    });
    input.set_onchange(Some(changed.unchecked_ref()));
    input.click();
    Some(())
}

/// Reads files, puts them on the shelf, and reports those to open: as the answer to a request, or as dropped. The others
/// may be files that it names, such as tilesets.
fn take_files(news: &News, ctx: &Context, files: Vec<File>, request: Option<Request>) {
    let (news, ctx) = (Rc::clone(news), ctx.clone());
    spawn_local(async move {
        let mut paths = Vec::new();
        for file in files {
            let name = file.name();
            match JsFuture::from(file.array_buffer()).await {
                Ok(bytes) => paths.push(shelve_file(&name, Uint8Array::new(&bytes).to_vec())),
                Err(_) => {
                    let sentence = format!("{name}: the browser cannot read this file");
                    news.borrow_mut().push_back(Arrived::Failed(sentence));
                }
            }
        }
        let mut paths = files_to_open(paths).into_iter();
        match request {
            Some(request) => {
                let answer = paths.next().map(|path| Arrived::Answer(request, Answer::Path(path)));
                news.borrow_mut().extend(answer);
            }
            None => news.borrow_mut().extend(paths.map(Arrived::Dropped)),
        }
        ctx.request_repaint();
    });
}

/// Hands bytes to the user as a download.
fn download(name: &str, bytes: &[u8]) -> Option<()> {
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes))).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let link: HtmlAnchorElement = document()?.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    let forget = Closure::once_into_js(move || _ = Url::revoke_object_url(&address));
    window()?.set_timeout_with_callback_and_timeout_and_arguments_0(forget.unchecked_ref(), DOWNLOADED).ok()?;
    Some(())
}

/// The files of the page: those in the browser's storage, and picked and dropped ones, the latest last. Everything else
/// that is written becomes a download.
#[derive(Default)]
struct PageShelf {
    files: RefCell<Vec<(PathBuf, Vec<u8>)>>,
}

impl PageShelf {
    fn store_file(&self, path: PathBuf, bytes: Vec<u8>) {
        let mut files = self.files.borrow_mut();
        files.retain(|(other, _)| *other != path);
        files.push((path, bytes));
        let mut all: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        while files.len() > 1 && all > ROOM {
            all = all.saturating_sub(files.remove(0).1.len());
        }
    }

    fn has(&self, path: &Path) -> bool {
        self.files.borrow().iter().any(|(other, _)| other == path)
    }
}

impl Shelf for PageShelf {
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        if path.starts_with(STORAGE_FOLDER) {
            return local_storage()?.get_item(&path.to_string_lossy()).ok()?.map(String::into_bytes);
        }
        self.files.borrow().iter().find(|(other, _)| other == path).map(|(_, bytes)| bytes.clone())
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if path.starts_with(STORAGE_FOLDER) {
            let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
            let store_result = local_storage().map(|storage| storage.set_item(&path.to_string_lossy(), text));
            return match store_result {
                Some(Ok(())) => Ok(()),
                _ => Err(io::Error::other("the browser stores nothing more for this page")),
            };
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        download(&name, bytes).ok_or_else(|| io::Error::other("the browser refuses the download"))?;
        if self.has(path) {
            self.store_file(path.to_owned(), bytes.to_vec());
        }
        Ok(())
    }

    fn remove(&self, path: &Path) {
        if path.starts_with(STORAGE_FOLDER) {
            // Removing a value that is not stored is no error.
            _ = local_storage().map(|storage| storage.remove_item(&path.to_string_lossy()));
        } else {
            self.files.borrow_mut().retain(|(other, _)| other != path);
        }
    }
}

thread_local! {
    static FETCH: RefCell<Option<Function>> = const { RefCell::new(None) };
}

thread_local! {
    static KEEP: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sets the function that keeps a file, given its name and bytes. It returns the path of the file.
pub fn keep_with(keep: Function) {
    KEEP.set(Some(keep));
}

/// Puts a file that the browser has kept on the shelf.
pub fn shelve_stored_file(path: &str, bytes: Vec<u8>) {
    let path = PathBuf::from(path);
    if !path.starts_with(STORAGE_FOLDER) {
        FILES.with(|files| files.store_file(path, bytes));
    }
}

/// Sets the function that fetches the rest of the program.
pub fn fetch_with(fetch: Function) {
    FETCH.set(Some(fetch));
}

thread_local! {
    static FILES: Rc<PageShelf> = Rc::default();
}

/// Makes the shelf of the page the place of all files. Called once, before a window opens.
pub fn set_up() {
    use_shelf(Some(FILES.with(Rc::clone)));
}

/// Puts the bytes of a file on the shelf. Returns the path under which it can be opened.
pub fn shelve_file(name: &str, bytes: Vec<u8>) -> PathBuf {
    // A name from outside must not reach the stored values.
    let path = PathBuf::from(Path::new(name).file_name().unwrap_or("file".as_ref()));
    FILES.with(|files| files.store_file(path.clone(), bytes));
    path
}
