/* SPDX-License-Identifier: MIT
 * Can the report draw this text? Asked where a title, a question or a claim is read: before
 * anything is measured.
 */
#ifndef HP_BASE_DRAWABLE_H
#define HP_BASE_DRAWABLE_H

#include <heapproof/abi.h>

enum { HP_TITLE_CHARACTERS = 120, HP_QUESTION_CHARACTERS = 300 };

/* True when every face of the report has the character and it can be seen, or is a space. */
bool hp_character_drawable(uint32_t code_point);
/* HP_OK when `text` has at most `most` characters (0: no limit), all drawable. Else HP_E_INPUT with
 * what is wrong and what to write: 'character 7 is U+1F600, which ... - write ...'. */
int hp_text_drawable(const char *text, size_t most, struct hp_err *err);

#endif
