# What sanitizers need to know in every test. GLib's own allocator would hide objects that leak.
set(HP_TEST_ENV G_SLICE=always-malloc
  LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0)

# hp_add_test(NAME SUITE unit SOURCES t.c ... [LIBS hp_base ...] [ARGS ...] [ENV K=V ...])
# A cmocka program registered with ctest under the label SUITE.
function(hp_add_test name)
  cmake_parse_arguments(A "" "SUITE" "SOURCES;LIBS;ARGS;ENV" ${ARGN})
  add_executable(test_${name} ${A_SOURCES})
  set_target_properties(test_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_include_directories(test_${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/host/include ${PROJECT_SOURCE_DIR}/tests/lib)
  target_link_libraries(test_${name} PRIVATE ${A_LIBS} PkgConfig::CMOCKA)
  target_compile_definitions(test_${name} PRIVATE
    HP_SOURCE_DIR="${PROJECT_SOURCE_DIR}" HP_BUILD_DIR="${PROJECT_BINARY_DIR}")
  add_test(NAME ${A_SUITE}/${name} COMMAND test_${name} ${A_ARGS})
  set_tests_properties(${A_SUITE}/${name} PROPERTIES LABELS ${A_SUITE}
    ENVIRONMENT "${HP_TEST_ENV};${A_ENV}")
endfunction()
# hp_add_script_test(NAME SUITE e2e SCRIPT x.sh [ARGS ...] [ENV K=V ...])
# A bash script under ctest; it gets HP_SOURCE and HP_BUILD in its environment and a folder of its own, where it
# starts. Exit status 0 passes.
function(hp_add_script_test name)
  cmake_parse_arguments(A "" "SUITE;SCRIPT" "ARGS;ENV" ${ARGN})
  string(REPLACE "/" "-" folder ${A_SUITE}-${name})
  set(folder ${PROJECT_BINARY_DIR}/tests/run/${folder})
  file(MAKE_DIRECTORY ${folder})
  add_test(NAME ${A_SUITE}/${name}
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/${A_SCRIPT} ${A_ARGS} WORKING_DIRECTORY ${folder})
  set_tests_properties(${A_SUITE}/${name} PROPERTIES LABELS ${A_SUITE} ENVIRONMENT
    "HP_SOURCE=${PROJECT_SOURCE_DIR};HP_BUILD=${PROJECT_BINARY_DIR};CC=${CMAKE_C_COMPILER};${HP_TEST_ENV};${A_ENV}")
endfunction()
