/* SPDX-License-Identifier: MIT
 * The only file that includes the generated header.
 */
#include "cmd/version.h"

#include <heapproof/version.h>

const char *hp_version(void)
{
    return HP_VERSION;
}

const char *hp_revision(void)
{
    return HP_REVISION;
}
