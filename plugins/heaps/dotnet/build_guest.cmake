# Builds the guest with the .NET SDK, once for all build trees: SHARED has the assembly and a stamp over its
# sources. A guest that cannot be built stops nothing: a line says why, and cases on .NET are skipped.
set(stamp "")
foreach(file IN LISTS SOURCES)
  file(SHA256 ${file} hash)
  get_filename_component(name ${file} NAME)
  string(APPEND stamp "${hash} ${name}\n")
endforeach()

set(built ${SHARED}/${NAME})
set(known "")
if(EXISTS ${built}.stamp AND EXISTS ${built}.dll)
  file(READ ${built}.stamp known)
endif()
if(NOT known STREQUAL stamp)
  # No servers that stay behind, no first-time texts.
  set(ENV{DOTNET_CLI_TELEMETRY_OPTOUT} 1)
  set(ENV{DOTNET_NOLOGO} 1)
  set(ENV{MSBUILDDISABLENODEREUSE} 1)
  execute_process(
    COMMAND ${DOTNET} build ${PROJECT} -c Release -o ${SHARED}/out-${NAME}
            --artifacts-path ${SHARED}/obj-${NAME} -nologo -v q
            -p:RestorePackagesPath=${PACKS} -p:UseSharedCompilation=false
    OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed TIMEOUT 300)
  if(failed)
    string(REGEX MATCH "error [A-Z]+[0-9]+: [^\n[]*" why "${said}")
    if(NOT why)
      string(STRIP "${said}" why)
    endif()
    message("guest of the heap dotnet not built, cases on .NET are skipped: ${why}")
    # An error in its own sources is an error of the build.
    if(said MATCHES "error CS[0-9]+")
      message(FATAL_ERROR "${said}")
    endif()
    return()
  endif()
  file(COPY_FILE ${SHARED}/out-${NAME}/heapproof-guest.dll ${built}.dll)
  file(WRITE ${built}.stamp "${stamp}")
endif()
get_filename_component(folder ${OUT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
file(COPY_FILE ${built}.dll ${OUT})
