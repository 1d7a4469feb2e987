/* SPDX-License-Identifier: MIT
 * The only file that includes the generated header and knows how it was built.
 */
#include "cmd/version.h"

#include <heapproof/version.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

const char *hp_version(void)
{
    return HP_VERSION;
}

const char *hp_revision(void)
{
    return HP_REVISION;
}

const char *hp_built_with(void)
{
    return COMPILER ", " HP_BUILD_TYPE;
}

const char *hp_built_against(void)
{
    return HP_LIBRARIES;
}
