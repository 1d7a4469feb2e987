/* SPDX-License-Identifier: MIT
 * What the files of this stage share. The road inside it:
 *
 *   lex.c      bytes to tokens, each with line and column
 *   parse.c    tokens to a tree of nodes, @include resolved; one syntax error ends it
 *   values.c   libconfig reads the same tokens and gives every node its value
 *   keys.c     the table of our keys: unknown names, shapes, numbers, defaults, manual
 *   axis.c     nodes to axes: lists, ranges, neighbours, named sets
 *   sweep.c    sweeps, probes, heaps, filters
 *   config.c   the whole file; machine profiles; paths
 *
 * Everything lives in the config's arena.
 */
#ifndef HP_CONFIG_INTERNAL_H
#define HP_CONFIG_INTERNAL_H

#include "config/config.h"

/* ---- tokens -------------------------------------------------------------------------------- */

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_INTEGER,
    TOKEN_REAL,
    TOKEN_TEXT,
    TOKEN_FLAG,
    TOKEN_INCLUDE, /* @include "path"; `text` is the path */
    TOKEN_MARK,    /* one of = : ; , { } [ ] ( ) in `mark` */
};

struct token {
    enum token_kind kind;
    char mark;
    struct hp_place at;
    const char *start; /* as written, inside the file's text */
    size_t bytes;
    const char *text;  /* include: path */
    const char *wrong; /* a value that cannot be kept: why; NULL: fine */
};

struct lexer {
    struct hp_arena *arena;
    const char *at, *end;
    struct hp_place here;
};

/* The next token, or HP_E_CONFIG with its place and sentence. */
int hp_lexer_next(struct lexer *lexer, struct token *out, struct hp_place *where,
                  const char **what);

/* ---- nodes --------------------------------------------------------------------------------- */

enum node_kind { NODE_GROUP, NODE_LIST, NODE_ARRAY, NODE_INTEGER, NODE_REAL, NODE_TEXT, NODE_FLAG };

/* One setting or element. */
struct node {
    enum node_kind kind;
    const char *name;          /* key; NULL: an element, or the file itself */
    struct hp_place at;        /* of the key; of the value where there is none */
    struct hp_place value_at;  /* of the value */
    struct node *first, *last; /* children of a group, list or array */
    struct node *next;
    size_t count;
    bool bad;  /* was reported: no second complaint */
    bool flag; /* values, as libconfig reads them */
    int64_t integer;
    double real;
    const char *text; /* of every scalar, as an axis value would be written */
};

const char *hp_node_kind_name(enum node_kind kind); /* "a group { }", "a text", ... */
struct node *hp_node_find(const struct node *group, const char *name);

/* ---- loading ------------------------------------------------------------------------------- */

/* One loading of one file and its includes. */
struct tree {
    struct hp_arena *arena;
    struct hp_problems *problems;
    struct node *root;         /* NULL after a syntax error */
    struct hp_source *sources; /* malloc'ed; texts in the arena */
    struct hp_place *places;   /* malloc'ed; of every token in `flat` */
    struct hp_text flat;       /* one token a line: what libconfig reads */
    size_t source_count, source_capacity, place_count, place_capacity;
};

enum {
    FILE_BYTES_MAX = 1 << 20, /* one file */
    INCLUDE_DEPTH_MAX = 16,
    INCLUDES_MAX = 256, /* files in one loading */
    DEPTH_MAX = 32,     /* groups and lists in each other */
    TOKENS_MAX = 200000,
};

/* Reads `path` and what it includes. HP_E_ENV when `path` itself cannot be read; syntax problems are in
 * problems, and root is NULL then. */
int hp_tree_load(struct tree *tree, const char *path, struct hp_err *err);
/* Lets libconfig read the tokens and gives every node its value. */
void hp_tree_read_values(struct tree *tree);
void hp_tree_clear(struct tree *tree); /* nodes stay in the arena */

/* "dir/" of a path with its slash, "" when it has none; in the arena. */
const char *hp_path_folder(struct hp_arena *arena, const char *path);
/* folder + name with "x/../" folded; an absolute name stands alone. */
const char *hp_path_join(struct hp_arena *arena, const char *folder, const char *name);
bool hp_path_is_file(const char *path);
bool hp_path_is_folder(const char *path);

/* ---- from nodes to the config -------------------------------------------------------------- */

/* What building a config needs at hand. */
struct build {
    struct hp_config *config;
    struct hp_arena *arena;
    struct hp_problems *problems;
    struct node *root;
};

/* A problem at a node's value, once per node. */
void hp_build_wrong(struct build *b, struct node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Checks the keys of a group and the shapes of their values against hp_config_keys: `group` is the
 * prefix ("sweep"), "" for the file itself. A value of a wrong shape becomes bad. */
void hp_keys_check(struct build *b, struct node *node, const char *group);
/* Puts every number of the table that has a place in struct hp_config there: its fallback, then what the
 * file says. */
void hp_keys_apply(struct build *b);
/* One number by the rules of its row ("machines.processors"); false when it is absent or wrong. */
bool hp_keys_number(struct build *b, struct node *node, const char *key, uint64_t *out);

/* Members of a list of groups; one group stands for a list of one. Returns how many. */
size_t hp_list_members(struct node *node, struct node **first);
/* Elements of a list or array; a scalar stands for a list of one. */
size_t hp_list_elements(struct node *node, struct node **first);
/* The text of member `name`, or `fallback` when it is absent or bad. */
const char *hp_member_text(struct node *group, const char *name, const char *fallback);
/* Letters, digits, - _ . and no leading point: a word that can be a file's name. */
bool hp_is_plain_name(const char *text);

/* Every value that a node stands for; no values when something was wrong. */
struct hp_axis hp_axis_read(struct build *b, struct node *node, const char *name);

/* sweep, probes, heaps, on; and `on` of one sweep. */
void hp_sweeps_read(struct build *b);
void hp_heaps_read(struct build *b);
void hp_on_read(struct build *b, struct node *group, struct hp_axis **out, size_t *count);
/* machines of the file. */
void hp_profiles_read(struct build *b);
/* Adds a text that took part. */
void hp_source_add(struct hp_config *config, struct hp_source source);

#endif
