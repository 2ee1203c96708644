/* A student's A* on a grid with eight neighbours, never past a corner. Lines marked "log" are all that gridscope needs.

       cc -std=c99 -o astar astar.c -lm && GRIDSCOPE=astar.trace.jsonl ./astar < maze.txt
   where # is wall, . floor, G the start and X the goal. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../gridscope.h" /* log */

#define SIDE 256
typedef struct { double f; int x, y; } Entry;

static const char *MAP[] = { "##############", "#......#.....#", "#.G..#.#..#..#", "#....#....#..#",
                             "#..###.####..#", "#......#...X.#", "#....#.......#", "##############" };
static char text[SIDE][SIDE + 2];
static const char *rows[SIDE];
static int height, known[SIDE][SIDE], closed[SIDE][SIDE], parent[SIDE][SIDE][2], way[SIDE * SIDE][2];
static double g[SIDE][SIDE], diagonal;
static Entry list[8 * SIDE * SIDE];

static int inside(int x, int y) { return y >= 0 && y < height && x >= 0 && x < (int)strlen(rows[y]); }
static int is_free(int x, int y) { return inside(x, y) && strchr(".GX", rows[y][x]) != NULL; }

static double octile(int ax, int ay, int bx, int by) {
    int dx = abs(ax - bx), dy = abs(ay - by);
    return dx + dy + (diagonal - 2) * (dx < dy ? dx : dy);
}

static const char *refused(int x, int y, int dx, int dy, double cost) {
    int tx = x + dx, ty = y + dy;
    if (!is_free(tx, ty)) return "wall";
    if (dx && dy && !(is_free(tx, y) && is_free(x, ty))) return "corner";
    if (closed[ty][tx]) return "closed";
    if (known[ty][tx] && cost >= g[ty][tx]) return cost == g[ty][tx] ? "equal" : "dearer";
    return NULL;
}

static double found(int sx, int sy, int x, int y) {
    int n = 1, i, at = SIDE * SIDE - 1;
    double cost = g[y][x];
    for (way[at][0] = x, way[at][1] = y; x != sx || y != sy; n++, at--) {
        int px = parent[y][x][0], py = parent[y][x][1];
        way[at - 1][0] = x = px, way[at - 1][1] = y = py;
    }
    for (i = 0; i < n; i++) memmove(way[i], way[at + i], sizeof way[i]);
    gridscope_path(&way[0][0], n, cost); /* log */
    gridscope_done("found"); /* log */
    return cost;
}

static double astar(int sx, int sy, int gx, int gy) {
    int count = 0, i, best, dx, dy;
    gridscope_start(rows, height, sx, sy, gx, gy, 8, "never", "[\"f\",\"#\"]",
                    "\"costs\":{\"straight\":1,\"diagonal\":1.4142135623730951}"); /* log */
    list[count++] = (Entry){ octile(sx, sy, gx, gy), sx, sy };
    known[sy][sx] = 1;
    gridscope_open(sx, sy, -1, -1, 0, octile(sx, sy, gx, gy)); /* log */
    while (count > 0) {
        Entry here;
        for (best = 0, i = 1; i < count; i++) if (list[i].f < list[best].f) best = i; /* if f is equal, the one pushed first */
        here = list[best];
        memmove(list + best, list + best + 1, (size_t)(--count - best) * sizeof *list);
        if (closed[here.y][here.x]) continue; /* a dearer entry that was left over */
        closed[here.y][here.x] = 1;
        gridscope_expand(here.x, here.y, g[here.y][here.x]); /* log */
        if (here.x == gx && here.y == gy) return found(sx, sy, gx, gy);
        for (dy = -1; dy <= 1; dy++) for (dx = -1; dx <= 1; dx++) {
            int x = here.x + dx, y = here.y + dy;
            double cost = g[here.y][here.x] + (dx && dy ? diagonal : 1), h = octile(x, y, gx, gy);
            const char *why;
            if ((!dx && !dy) || !inside(x, y)) continue;
            if ((why = refused(here.x, here.y, dx, dy, cost))) {
                gridscope_reject(x, y, here.x, here.y, why); /* log */
                continue;
            }
            known[y][x] = 1, g[y][x] = cost, parent[y][x][0] = here.x, parent[y][x][1] = here.y;
            list[count++] = (Entry){ cost + h, x, y };
            gridscope_open(x, y, here.x, here.y, cost, h); /* log */
        }
    }
    gridscope_done("none"); /* log */
    return -1;
}

static int find(char glyph, int *x, int *y) {
    for (*y = 0; *y < height; ++*y) for (*x = 0; rows[*y][*x]; ++*x) if (rows[*y][*x] == glyph) return 1;
    return 0;
}

int main(void) {
    int n = 0, sx, sy, gx, gy;
    double cost;
    diagonal = sqrt(2);
    while (!isatty(0) && n < SIDE && fgets(text[n], SIDE + 2, stdin)) {
        text[n][strcspn(text[n], "\r\n")] = 0;
        rows[n] = text[n];
        if (*text[n++]) height = n;
    }
    if (!height) memcpy(rows, MAP, sizeof MAP), height = sizeof MAP / sizeof *MAP;
    if (!find('G', &sx, &sy) || !find('X', &gx, &gy)) return fputs("the map needs a G (start) and an X (goal)\n", stderr), 1;
    cost = astar(sx, sy, gx, gy);
    if (cost < 0) fputs("there is no way\n", stderr);
    else fprintf(stderr, "cost %.4f\n", cost);
    return 0;
}
