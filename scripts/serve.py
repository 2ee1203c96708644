"""Serves the page on this machine, packed where the browser accepts it. Usage: serve.py FOLDER PORT"""

import functools
import http.server
import os
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Answers with FILE.br or FILE.gz where it is there and accepted."""

    protocol_version = "HTTP/1.1"

    def send_head(self):
        """Sends the head of an answer. Returns the open file, or None."""
        path = self.translate_path(self.path)
        if os.path.isdir(path):
            path = os.path.join(path, "index.html")
        accepted = self.headers.get("Accept-Encoding", "")
        encodings = [(code, end) for code, end in (("br", ".br"), ("gzip", ".gz")) if code in accepted]
        for code, end in [*encodings, (None, "")]:
            if os.path.isfile(path + end):
                file = open(path + end, "rb")
                self.send_response(200)
                self.send_header("Content-Type", TYPES.get(os.path.splitext(path)[1], "application/octet-stream"))
                self.send_header("Content-Length", str(os.fstat(file.fileno()).st_size))
                self.send_header("Vary", "Accept-Encoding")
                self.send_header("Cache-Control", "no-cache")
                # Players on pages of other hosts, and in frames without an origin, read the program and the scenes.
                self.send_header("Access-Control-Allow-Origin", "*")
                if code:
                    self.send_header("Content-Encoding", code)
                self.end_headers()
                return file
        self.send_error(404)
        return None

    def log_message(self, *_):
        """Prints nothing for a request."""


def main(folder, port):
    """Serves until it is interrupted."""
    handler = functools.partial(Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


main(sys.argv[1], int(sys.argv[2]))
