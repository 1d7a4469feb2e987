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
  set_tests_properties(${A_SUITE}/${name} PROPERTIES LABELS ${A_SUITE} ENVIRONMENT "${A_ENV}")
endfunction()
