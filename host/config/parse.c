/* SPDX-License-Identifier: MIT
 * What does a .cfg file say, and where? Tokens to a tree of nodes, with @include resolved beside the
 * including file. The tokens are written out again, one a line, for libconfig, which gives the nodes
 * their values (values.c); so libconfig never sees an include, a comment or a number that it would
 * wrap. A syntax error ends the pass; wrong numbers, mixed arrays and doubled keys do not.
 */
#include "config/internal.h"

#include "base/err.h"
#include "base/file.h"

#include <limits.h>
#include <stdlib.h>

enum { KEYS_MAX = 4096 };

/* One file being read; `outer` is the file that includes it. */
struct file {
    struct file *outer;
    const char *path, *real; /* as shown; as the system sees it, to find circles */
    unsigned depth;
    bool outside; /* of the folder of the outermost file */
};

struct parser {
    struct tree *tree;
    struct file *file;
    struct lexer lexer;
    struct token now;
    unsigned nested; /* groups, lists and arrays around */
    unsigned *muted; /* above 0: tokens are not written out (a doubled key) */
};

static int parse_settings(struct parser *p, struct node *group, char closing,
                          const struct hp_place *opened);
static int parse_value(struct parser *p, struct node *node, const char *key);

/* Adds a syntax error. */
#define STOP(p, at, ...) (hp_problem_add((p)->tree->problems, (at), __VA_ARGS__), (int)HP_E_CONFIG)

static int advance(struct parser *p)
{
    struct hp_place where = p->lexer.here;
    const char *what = NULL;
    const int rc = hp_lexer_next(&p->lexer, &p->now, &where, &what);
    return rc == HP_OK ? HP_OK : STOP(p, where, "%s", what);
}

/* Writes a token for libconfig and remembers where it stood. */
static void emit_text(struct parser *p, const char *text, size_t bytes)
{
    struct tree *t = p->tree;
    if (*p->muted > 0)
        return;
    hp_text_put_n(&t->flat, text, bytes);
    hp_text_put(&t->flat, "\n");
    HP_PUSH(t->places, t->place_count, t->place_capacity) = p->now.at;
}

static int emit_as(struct parser *p, const char *text, size_t bytes)
{
    if (p->tree->place_count >= TOKENS_MAX)
        return STOP(p, p->now.at, "more than %d words and marks - split this file", TOKENS_MAX);
    emit_text(p, text, bytes);
    return advance(p);
}

static int emit(struct parser *p)
{
    return emit_as(p, p->now.start, p->now.bytes);
}

static bool is_mark(const struct parser *p, char mark)
{
    return p->now.kind == TOKEN_MARK && p->now.mark == mark;
}

/* The token as a message shows it. */
static const char *shown(const struct parser *p)
{
    const struct token *t = &p->now;
    if (t->kind == TOKEN_END)
        return "the end of the file";
    const int bytes = t->bytes < 40 ? (int)t->bytes : 40;
    return hp_arena_print(p->tree->arena, "%.*s", bytes, t->start);
}

static struct node *node_new(struct tree *t, struct hp_place at, const char *name)
{
    struct node *node = HP_ARENA_NEW(t->arena, struct node);
    node->name = name;
    node->at = node->value_at = at;
    return node;
}

static void node_add(struct node *parent, struct node *child)
{
    if (parent->last != NULL)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
}

struct node *hp_node_find(const struct node *group, const char *name)
{
    if (group == NULL || group->kind != NODE_GROUP)
        return NULL;
    for (struct node *n = group->first; n != NULL; n = n->next)
        if (strcmp(n->name, name) == 0)
            return n;
    return NULL;
}

const char *hp_node_kind_name(enum node_kind kind)
{
    static const char *const names[] = { "a group { }",           "a list ( )",
                                         "an array [ ]",          "a whole number",
                                         "a number with a point", "a text",
                                         "true or false" };
    return names[kind];
}

/* ---- values -------------------------------------------------------------------------------- */

static const char *label(const char *key)
{
    return key != NULL ? key : "value";
}

/* A word without quotes: what its writer meant. */
static int bare_word(struct parser *p, const char *key)
{
    const char *word = shown(p);
    if (hp_word_in("yes Yes YES on On ON", word))
        return STOP(p, p->now.at, "%s: %s is no value - write true", label(key), word);
    if (hp_word_in("no No NO off Off OFF", word))
        return STOP(p, p->now.at, "%s: %s is no value - write false", label(key), word);
    return STOP(p, p->now.at, "%s: a text needs quotes - write \"%s\"", label(key), word);
}

/* "a" "b" is one text; values.c takes it from libconfig. */
static int parse_text(struct parser *p, struct node *node)
{
    int rc = HP_OK;
    node->kind = NODE_TEXT;
    while (rc == HP_OK && p->now.kind == TOKEN_TEXT)
        rc = emit(p);
    return rc;
}

static bool ends_wide(const struct token *t)
{
    return t->bytes > 0 && t->start[t->bytes - 1] == 'L';
}

/* libconfig wraps an integer without L at 32 bits, and takes no array of both: it gets them all with L. */
static int emit_integer(struct parser *p)
{
    if (ends_wide(&p->now))
        return emit(p);
    const char *wide = hp_arena_print(p->tree->arena, "%.*sL", (int)p->now.bytes, p->now.start);
    return emit_as(p, wide, p->now.bytes + 1);
}

static int parse_number(struct parser *p, struct node *node, const char *key)
{
    node->kind = p->now.kind == TOKEN_REAL ? NODE_REAL : NODE_INTEGER;
    if (p->now.wrong == NULL)
        return node->kind == NODE_INTEGER ? emit_integer(p) : emit(p);
    hp_problem_add(p->tree->problems, p->now.at, "%s: %s", label(key), p->now.wrong);
    node->bad = true;
    if (node->kind == NODE_REAL)
        emit_text(p, "0.0", 3);
    else
        emit_text(p, "0L", 2);
    return advance(p);
}

/* Where an element of [ ] stops being of the array's kind. */
static void report_mixed(struct parser *p, struct node *array, const struct token *value,
                         const struct node *element, const char *key)
{
    const struct node *first = array->first;
    const char *word = hp_arena_copy_n(p->tree->arena, value->start, value->bytes);
    if (array->bad) {
        return;
    } else if (first->kind == NODE_TEXT) {
        hp_problem_add(
            p->tree->problems, element->value_at,
            "%s: an array [ ] holds values of one kind - write \"%s\" like the texts before "
            "it, or a list ( ) instead of [ ]",
            label(key), word);
    } else {
        hp_problem_add(
            p->tree->problems, element->value_at,
            "%s: an array [ ] holds values of one kind, %s is %s after %s - write a list ( ) "
            "instead of [ ]",
            label(key), word, hp_node_kind_name(element->kind), hp_node_kind_name(first->kind));
    }
    array->bad = true;
}

static int parse_elements(struct parser *p, struct node *list, char closing, const char *key)
{
    const struct hp_place opened = list->value_at;
    const char *open = closing == ']' ? "[" : "(";
    while (!is_mark(p, closing)) {
        if (p->now.kind == TOKEN_END)
            return STOP(p, opened, "%s: %s opened here is never closed - add %c", label(key), open,
                        closing);
        struct node *element = node_new(p->tree, p->now.at, NULL);
        if (closing == ']' && p->now.kind == TOKEN_MARK && strchr("{[(", p->now.mark) != NULL)
            return STOP(p, p->now.at,
                        "%s: an array [ ] holds plain values only - write ( ) around "
                        "groups and lists",
                        label(key));
        const struct token value = p->now;
        const int rc = parse_value(p, element, key);
        if (rc != HP_OK)
            return rc;
        node_add(list, element);
        if (closing == ']' && list->first->kind != element->kind)
            report_mixed(p, list, &value, element, key);
        if (is_mark(p, closing))
            break;
        if (p->now.kind == TOKEN_END)
            return STOP(p, opened, "%s: %s opened here is never closed - add %c", label(key), open,
                        closing);
        if (!is_mark(p, ','))
            return STOP(p, p->now.at, "%s: expected , or %c after a value, found %s", label(key),
                        closing, shown(p));
        const struct hp_place comma = p->now.at;
        const int next = emit(p);
        if (next != HP_OK)
            return next;
        if (is_mark(p, closing))
            return STOP(p, comma,
                        "%s: a comma before %c - remove it, or add the value that is missing",
                        label(key), closing);
    }
    return HP_OK;
}

/* A mixed array was reported; libconfig reads it as a list, so that the pass goes on. */
static void emit_closing(struct parser *p, struct node *node, size_t opened_at)
{
    if (node->kind == NODE_ARRAY && node->bad && *p->muted == 0) {
        p->tree->flat.text[opened_at] = '(';
        emit_text(p, ")", 1);
        node->kind = NODE_LIST;
    } else {
        emit_text(p, p->now.start, p->now.bytes);
    }
}

static int parse_compound(struct parser *p, struct node *node, const char *key)
{
    const char open = p->now.mark;
    const char closing = open == '{' ? '}' : open == '[' ? ']' : ')';
    const struct hp_place opened = p->now.at;
    const size_t opened_at = p->tree->flat.bytes;
    node->kind = open == '{' ? NODE_GROUP : open == '[' ? NODE_ARRAY : NODE_LIST;
    if (++p->nested > DEPTH_MAX)
        return STOP(p, opened, "%s: more than %d groups and lists inside each other", label(key),
                    DEPTH_MAX);
    int rc = emit(p);
    if (rc == HP_OK)
        rc = open == '{' ? parse_settings(p, node, '}', &opened)
                         : parse_elements(p, node, closing, key);
    if (rc != HP_OK)
        return rc;
    p->nested--;
    emit_closing(p, node, opened_at);
    return advance(p);
}

static int parse_value(struct parser *p, struct node *node, const char *key)
{
    node->value_at = p->now.at;
    if (node->name == NULL)
        node->at = p->now.at;
    switch (p->now.kind) {
    case TOKEN_TEXT:
        return parse_text(p, node);
    case TOKEN_INTEGER:
    case TOKEN_REAL:
        return parse_number(p, node, key);
    case TOKEN_FLAG:
        node->kind = NODE_FLAG;
        return emit(p);
    case TOKEN_NAME:
        return bare_word(p, key);
    case TOKEN_INCLUDE:
        return STOP(p, p->now.at,
                    "%s: @include stands where a key may stand, not where a value is "
                    "expected",
                    label(key));
    case TOKEN_MARK:
        if (strchr("{[(", p->now.mark) != NULL)
            return parse_compound(p, node, key);
        break;
    case TOKEN_END:
        break;
    }
    return STOP(p, p->now.at, "%s: value missing, found %s", label(key), shown(p));
}

/* ---- settings ------------------------------------------------------------------------------ */

/* "size", at 3:5, "= value". */
static int parse_setting(struct parser *p, struct node *group)
{
    const char *name = hp_arena_copy_n(p->tree->arena, p->now.start, p->now.bytes);
    struct node *node = node_new(p->tree, p->now.at, name);
    const struct node *twin = hp_node_find(group, name);
    if (twin != NULL)
        hp_problem_add(p->tree->problems, node->at, "%s: given twice - first in line %d, keep one",
                       name, twin->at.line);
    else if (group->count >= KEYS_MAX)
        return STOP(p, node->at, "more than %d keys in one group", KEYS_MAX);
    *p->muted += twin != NULL;
    int rc = emit(p);
    if (rc == HP_OK && !is_mark(p, '=') && !is_mark(p, ':'))
        rc = STOP(p, p->now.at, "%s: expected = after it, found %s", name, shown(p));
    if (rc == HP_OK)
        rc = emit(p);
    if (rc == HP_OK)
        rc = parse_value(p, node, name);
    if (rc == HP_OK && (is_mark(p, ';') || is_mark(p, ',')))
        rc = emit(p);
    *p->muted -= twin != NULL;
    if (rc == HP_OK && twin == NULL)
        node_add(group, node);
    return rc;
}

static int stray(struct parser *p, char closing, const struct hp_place *opened)
{
    const struct token *t = &p->now;
    if (t->kind == TOKEN_END)
        return STOP(p, *opened, "{ opened here is never closed - add }");
    if (t->kind == TOKEN_MARK && strchr("}])", t->mark) != NULL && closing != '\0')
        return STOP(p, t->at, "found %c where } was expected to close the { of line %d", t->mark,
                    opened->line);
    if (t->kind == TOKEN_MARK && strchr("}])", t->mark) != NULL)
        return STOP(p, t->at, "%c closes nothing - remove it, or open it before", t->mark);
    if (t->kind == TOKEN_MARK && (t->mark == ';' || t->mark == ','))
        return STOP(p, t->at, "one %c too many - remove it", t->mark);
    if (t->kind == TOKEN_FLAG)
        return STOP(p, t->at, "%s cannot be a key", shown(p));
    if (t->kind == TOKEN_TEXT)
        return STOP(p, t->at, "expected a key, found %s - keys stand without quotes", shown(p));
    return STOP(p, t->at, "expected a key, found %s - a setting is written as key = value;",
                shown(p));
}

static int include(struct parser *p, struct node *group);

static int parse_settings(struct parser *p, struct node *group, char closing,
                          const struct hp_place *opened)
{
    int rc = HP_OK;
    while (rc == HP_OK) {
        if (p->now.kind == TOKEN_END && closing == '\0')
            return HP_OK;
        if (closing != '\0' && is_mark(p, closing))
            return HP_OK;
        if (p->now.kind == TOKEN_NAME)
            rc = parse_setting(p, group);
        else if (p->now.kind == TOKEN_INCLUDE)
            rc = include(p, group);
        else
            rc = stray(p, closing, opened);
    }
    return rc;
}

/* ---- files --------------------------------------------------------------------------------- */

/* Bytes that no text has: NUL, a BOM, invalid UTF-8. */
static int check_bytes(struct parser *p, const char *text, size_t bytes)
{
    if (bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        return STOP(
            p, p->lexer.here,
            "byte order mark before the first character - save the file as UTF-8 without BOM");
    struct hp_place at = p->lexer.here;
    for (size_t i = 0; i < bytes;) {
        const size_t n = hp_utf8_next(text + i, bytes - i, NULL);
        if (text[i] == '\0')
            return STOP(p, at, "NUL byte - this is no text file");
        if (n == 0)
            return STOP(p, at, "byte 0x%02x is not valid UTF-8 - save the file as UTF-8",
                        (unsigned char)text[i]);
        at.line += text[i] == '\n';
        at.column = text[i] == '\n' ? 1 : at.column + 1;
        i += n;
    }
    return HP_OK;
}

/* Parses the text of p->file into group. */
static int parse_text_of(struct parser *p, struct node *group, const char *role,
                         const struct hp_text *raw, const struct hp_place *from)
{
    struct tree *t = p->tree;
    const char *text = hp_arena_copy_n(t->arena, hp_text_str(raw), raw->bytes);
    HP_PUSH(t->sources, t->source_count, t->source_capacity) =
        (struct hp_source){ role, p->file->path, text, raw->bytes };
    p->lexer = (struct lexer){ .arena = t->arena,
                               .at = text,
                               .end = text + raw->bytes,
                               .here = { p->file->path, 1, 1, from, p->file->outside } };
    int rc = check_bytes(p, text, raw->bytes);
    if (rc == HP_OK)
        rc = advance(p);
    return rc == HP_OK ? parse_settings(p, group, '\0', NULL) : rc;
}

static const char *real_path(struct hp_arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = hp_arena_copy(arena, real != NULL ? real : path);
    free(real);
    return copy;
}

/* "a.cfg includes b.cfg includes a.cfg" when `real` is being read already; NULL: it is not. */
static const char *circle(struct parser *p, const char *real, const char *path)
{
    const char *chain = path;
    for (const struct file *f = p->file; f != NULL; f = f->outer) {
        chain = hp_arena_print(p->tree->arena, "%s includes %s", f->path, chain);
        if (strcmp(f->real, real) == 0)
            return chain;
    }
    return NULL;
}

/* Links are followed on both sides: what counts is where the bytes lie. */
static bool is_outside(struct parser *p, const char *real)
{
    const struct file *outermost = p->file;
    while (outermost->outer != NULL)
        outermost = outermost->outer;
    struct hp_arena *arena = p->tree->arena;
    const char *folder = hp_path_folder(arena, outermost->real);
    if (*folder == '\0') /* standard input: the working folder */
        folder = hp_arena_print(arena, "%s/", real_path(arena, "."));
    return strncmp(real, folder, strlen(folder)) != 0;
}

static int include(struct parser *p, struct node *group)
{
    struct tree *t = p->tree;
    const struct hp_place at = p->now.at;
    const char *path = hp_path_join(t->arena, hp_path_folder(t->arena, p->file->path), p->now.text);
    if (*p->now.text == '\0')
        return STOP(p, at, "@include: the path is empty");
    struct file file = { .outer = p->file,
                         .path = path,
                         .real = real_path(t->arena, path),
                         .depth = p->file->depth + 1 };
    file.outside = is_outside(p, file.real);
    const char *chain = circle(p, file.real, path);
    if (chain != NULL)
        return STOP(p, at, "@include: a circle: %s", chain);
    if (file.depth > INCLUDE_DEPTH_MAX)
        return STOP(p, at, "@include: more than %d files deep", INCLUDE_DEPTH_MAX);
    if (t->source_count >= INCLUDES_MAX)
        return STOP(p, at, "@include: more than %d files in all", INCLUDES_MAX);
    struct hp_text raw = { 0 };
    struct hp_err err = { 0 };
    int rc = strcmp(path, "-") == 0 ? hp_fail(&err, HP_E_ENV, "-: no file") : HP_OK;
    if (rc == HP_OK)
        rc = hp_file_read(path, &raw, FILE_BYTES_MAX, &err);
    if (rc != HP_OK) {
        (void)STOP(p, at, "@include: %s", err.text);
    } else {
        struct hp_place *from = HP_ARENA_NEW(t->arena, struct hp_place);
        *from = at;
        struct parser inner = { .tree = t, .file = &file, .nested = p->nested, .muted = p->muted };
        rc = parse_text_of(&inner, group, "include", &raw, from);
    }
    hp_text_clear(&raw);
    return rc == HP_OK ? advance(p) : HP_E_CONFIG;
}

int hp_tree_load(struct tree *tree, const char *path, struct hp_err *err)
{
    struct hp_text raw = { 0 };
    int rc = hp_file_read(path, &raw, FILE_BYTES_MAX, err);
    if (rc == HP_OK) {
        const char *shown_path =
            strcmp(path, "-") == 0 ? "standard input" : hp_arena_copy(tree->arena, path);
        struct file file = { .path = shown_path, .real = real_path(tree->arena, path) };
        unsigned muted = 0;
        struct parser p = { .tree = tree, .file = &file, .muted = &muted };
        struct node *root =
            node_new(tree, (struct hp_place){ .file = shown_path, .line = 1 }, NULL);
        root->kind = NODE_GROUP;
        if (parse_text_of(&p, root, "config", &raw, NULL) == HP_OK)
            tree->root = root;
    }
    hp_text_clear(&raw);
    return rc;
}

void hp_tree_clear(struct tree *tree)
{
    hp_mem_free(tree->sources);
    hp_mem_free(tree->places);
    hp_text_clear(&tree->flat);
    *tree = (struct tree){ 0 };
}
