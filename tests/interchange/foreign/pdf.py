# Checks PDF files that gridscope wrote: number and size of their pages, their text, and that they have no pixels.
# Needs: pip install pypdf (tested with 6.4 and 7.1).
#
# pdf.py FILE.pdf PAGES a4|any WORDS...
import sys

from pypdf import PdfReader

path, pages, size, *words = sys.argv[1:]
reader = PdfReader(path, strict=True)
if len(reader.pages) != int(pages):
    sys.exit(f"{path}: {len(reader.pages)} pages, not {pages}")
if reader.metadata.creator != "gridscope" or reader.metadata.creation_date is not None:
    sys.exit(f"{path}: not made by gridscope, or dated: {reader.metadata}")
text = ""
for page in reader.pages:
    box = [float(side) for side in page.mediabox[2:]]
    if size == "a4" and [round(side) for side in box] != [595, 842]:
        sys.exit(f"{path}: a page of {box}, not A4")
    if list(page.images):
        sys.exit(f"{path}: a page has pixels")
    text += page.extract_text() + "\n"
for word in words:
    if word not in text:
        sys.exit(f"{path}: {word!r} is not in its text:\n{text}")
print(f"{path.rsplit('/', 1)[-1]}: {pages} pages, and its words are text")
