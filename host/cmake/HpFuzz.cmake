# hp_add_fuzz(NAME SOURCES fuzz_x.c ... [LIBS hp_x ...])
# A fuzz target: LLVMFuzzerTestOneInput() in SOURCES, seeds in tests/fuzz/corpus/NAME/. With HP_FUZZ it is
# linked with libFuzzer and tried for a bounded number of inputs; otherwise a driver of ours replays the
# seeds, so that every compiler and sanitizer sees them. Both are ctest fuzz/NAME, label fuzz.
add_custom_target(fuzz_targets)

function(hp_add_fuzz name)
  cmake_parse_arguments(A "" "" "SOURCES;LIBS" ${ARGN})
  set(corpus ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
  add_executable(fuzz_${name} ${A_SOURCES})
  add_dependencies(fuzz_targets fuzz_${name})
  set_target_properties(fuzz_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(fuzz_${name} PRIVATE ${A_LIBS})
  if(HP_FUZZ)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    # New inputs go to the build tree; the seeds are only read.
    set(found ${PROJECT_BINARY_DIR}/tests/corpus/${name})
    file(MAKE_DIRECTORY ${found})
    add_test(NAME fuzz/${name}
      COMMAND fuzz_${name} -runs=20000 -max_total_time=20 -seed=1 -timeout=10 -rss_limit_mb=2048
              -print_final_stats=0 ${found} ${corpus})
  else()
    target_sources(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/driver.c)
    add_test(NAME fuzz/${name} COMMAND fuzz_${name} ${corpus})
  endif()
  set_tests_properties(fuzz/${name} PROPERTIES LABELS fuzz TIMEOUT 120)
endfunction()
