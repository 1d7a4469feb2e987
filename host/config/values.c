/* SPDX-License-Identifier: MIT
 * What value does each setting have? libconfig reads the tokens that parse.c has checked, and its
 * answers are put into the nodes. Only this file includes libconfig.h. Each line of the text that
 * libconfig reads is one token, so that a line of its own complaint is a place in the file.
 */
#include "config/internal.h"

#include "base/err.h"
#include "base/units.h"

#include <libconfig.h>
#include <math.h>

static enum node_kind kind_of(const config_setting_t *setting)
{
    switch (config_setting_type(setting)) {
    case CONFIG_TYPE_GROUP:
        return NODE_GROUP;
    case CONFIG_TYPE_LIST:
        return NODE_LIST;
    case CONFIG_TYPE_ARRAY:
        return NODE_ARRAY;
    case CONFIG_TYPE_FLOAT:
        return NODE_REAL;
    case CONFIG_TYPE_STRING:
        return NODE_TEXT;
    case CONFIG_TYPE_BOOL:
        return NODE_FLAG;
    default:
        return NODE_INTEGER;
    }
}

/* A whole number stays one: 1e5 is "100000". */
static const char *real_text(struct hp_arena *arena, double value)
{
    char buf[HP_NUMBER_MAX];
    if (floor(value) == value && fabs(value) < 9007199254740992.0)
        return hp_arena_print(arena, "%.0f", value);
    return hp_arena_copy(arena, hp_print_double(buf, value));
}

static void read_scalar(struct tree *tree, struct node *node, const config_setting_t *setting)
{
    switch (node->kind) {
    case NODE_INTEGER:
        node->integer = config_setting_get_int64(setting); /* parse.c has put an L behind each */
        node->real = (double)node->integer;
        node->text = hp_arena_print(tree->arena, "%lld", (long long)node->integer);
        break;
    case NODE_REAL:
        node->real = config_setting_get_float(setting);
        node->text = real_text(tree->arena, node->real);
        break;
    case NODE_FLAG:
        node->flag = config_setting_get_bool(setting) != 0;
        node->text = node->flag ? "true" : "false";
        break;
    default:
        node->text = hp_arena_copy(tree->arena, config_setting_get_string(setting));
        if (!hp_utf8_valid(node->text, strlen(node->text))) {
            hp_problem_add(tree->problems, node->value_at,
                           "%s: its \\x escapes are not valid UTF-8",
                           node->name != NULL ? node->name : "value");
            node->bad = true;
        }
        break;
    }
}

/* Both trees have the same shape; where they differ our reading of the language is wrong. */
static void read_node(struct tree *tree, struct node *node, const config_setting_t *setting)
{
    if (kind_of(setting) != node->kind)
        hp_bug("%s:%d: libconfig reads %s otherwise than we do", node->value_at.file,
               node->value_at.line, hp_node_kind_name(node->kind));
    if (node->kind > NODE_ARRAY) {
        read_scalar(tree, node, setting);
        return;
    }
    if ((size_t)config_setting_length(setting) != node->count)
        hp_bug("%s:%d: libconfig counts other members than we do", node->value_at.file,
               node->value_at.line);
    unsigned i = 0;
    for (struct node *n = node->first; n != NULL; n = n->next)
        read_node(tree, n, config_setting_get_elem(setting, i++));
}

void hp_tree_read_values(struct tree *tree)
{
    config_t read;
    config_init(&read);
    if (config_read_string(&read, hp_text_str(&tree->flat)) == CONFIG_TRUE) {
        read_node(tree, tree->root, config_root_setting(&read));
    } else {
        const size_t line = (size_t)config_error_line(&read);
        const bool known = line >= 1 && line <= tree->place_count;
        hp_problem_add(tree->problems, known ? tree->places[line - 1] : tree->root->at, "%s",
                       config_error_text(&read));
        tree->root = NULL;
    }
    config_destroy(&read);
}
