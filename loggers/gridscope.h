/* gridscope's logger for C99: copy this header beside your program and include it in one source file.
   GRIDSCOPE=off writes nothing, GRIDSCOPE=1 to standard output, any other value to the file of that name.
   Unset, it writes to gridscope.trace.jsonl in the current folder: who calls a logger wants a log.
   No number: NAN. No cell: -1, -1. `order`, `more` and `fields` are JSON as it stands, such as "\"ring\":3", or "". */
#pragma once
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static inline FILE *gridscope_file(const char *name, int unset) { /* a log is replaced, but never a file that is none */
    char head[1025]; size_t n = 0; const char *why = NULL; FILE *file = fopen(name, unset ? "r" : "a+");
    if (file) n = fseek(file, 0, SEEK_SET) ? 0 : fread(head, 1, 1024, file), fclose(file); /* a pipe has no start */
    else if (unset && !rename(name, name)) why = "a link, so it is not followed"; /* it leads to no file */
    head[n] = 0;
    if (n && (*head != '{' || !strstr(head, "gridscope-trace"))) why = "no gridscope log, so it is not replaced";
    if (why) fprintf(stderr, "gridscope writes no log: %s is %s; set GRIDSCOPE to another name\n", name, why);
    else if (!(file = fopen(name, "w"))) perror(name);
    return why ? NULL : file; }
static inline void gridscope_line(const char *s, ...) { /* @ a cell, # a number, $ a string, & JSON, ' a quote */
    static int known; static FILE *out; va_list all; char n[40], *comma; const char *t; int x, y; double d;
    if (!known) { known = 1; t = getenv("GRIDSCOPE"); x = !t || !*t; if (x) t = "gridscope.trace.jsonl";
        if (strcmp(t, "off")) out = strcmp(t, "1") ? gridscope_file(t, x) : stdout; } if (!out) return;
    for (va_start(all, s); *s; s++) switch (*s) {
        case '@': x = va_arg(all, int), y = va_arg(all, int); if (x < 0) fputs("null", out); else fprintf(out, "[%d,%d]", x, y); break;
        case '#': d = va_arg(all, double), snprintf(n, sizeof n, "%.17g", d); if ((comma = strchr(n, ','))) *comma = '.'; /* a locale's */
            fputs(isnan(d) ? "null" : !isinf(d) ? n : d > 0 ? "\"inf\"" : "\"-inf\"", out); break;
        case '$': for (t = va_arg(all, const char *), putc('"', out); *t; t++)
                if (*t == '"' || *t == '\\' || (unsigned char)*t < 32) fprintf(out, "\\u%04x", *t); else putc(*t, out);
            putc('"', out); break;
        case '&': fputs(va_arg(all, const char *), out); break; default: putc(*s == '\'' ? '"' : *s, out); }
    va_end(all), fflush(out); } /* at once, so that a log can be followed, and is whole after a crash */
static inline void gridscope_start(const char *const *rows, int height, int start_x, int start_y, int goal_x, int goal_y,
        int neighbours, const char *corners, const char *order, const char *more) { /* more: "\"costs\":{…}" and so on */
    static int n; if (n++) { gridscope_line("&{'event':'begin','phase':'search','start':@,'goal':@,'order':&}\n",
        n > 2 ? "{\"event\":\"end\"}\n" : "", start_x, start_y, goal_x, goal_y, order); return; }
    for (int i = 0; i < height; i++) gridscope_line(i ? ",$" : "{'format':'gridscope-trace','version':2,'map':[$", rows[i]);
    gridscope_line("],'start':@,'goal':@,'neighbours':#,'corners':$,'order':&&&}\n",
        start_x, start_y, goal_x, goal_y, (double)neighbours, corners, order, *more ? "," : "", more); }
static inline void gridscope_event(const char *word, const char *fields) { gridscope_line("{'event':$&&}\n", word, *fields ? "," : "", fields); }
static inline void gridscope_open(int x, int y, int fx, int fy, double g, double h) {
    gridscope_line("{'event':'open','at':@,'from':@,'g':#,'h':#}\n", x, y, fx, fy, g, h); }
static inline void gridscope_expand(int x, int y, double g) { gridscope_line("{'event':'expand','at':@,'g':#}\n", x, y, g); }
static inline void gridscope_reject(int x, int y, int fx, int fy, const char *why) { gridscope_line("{'event':'reject','at':@,'from':@,'why':$}\n", x, y, fx, fy, why); }
static inline void gridscope_path(const int *cells, int n, double cost) { /* x, y, x, y, … of n cells */
    gridscope_line("{'event':'path','cells':["); for (int i = 0; i < n; i++) gridscope_line(i ? ",@" : "@", cells[2 * i], cells[2 * i + 1]);
    gridscope_line("],'cost':#}\n", cost); }
static inline void gridscope_done(const char *result) { gridscope_line("{'event':'done','result':$}\n", result); }
