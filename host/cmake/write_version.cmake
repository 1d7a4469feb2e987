# Writes OUT from IN when version or git revision differ from what OUT says; "unknown" without git.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE HP_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(HP_REVISION unknown)
else()
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
    OUTPUT_VARIABLE changed ERROR_QUIET)
  if(changed)
    string(APPEND HP_REVISION "+dirty")
  endif()
endif()
configure_file(${IN} ${OUT} @ONLY)
