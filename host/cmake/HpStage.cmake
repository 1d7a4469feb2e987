# hp_add_stage(NAME SOURCES a.c ... [STAGES base config ...] [LIBS PkgConfig::X ...])
# A folder of the road as the static library hp_NAME. It sees the headers of the stages that it
# names (transitively), the public ABI header, and nothing else; LIBS stay private to the stage.
function(hp_add_stage name)
  cmake_parse_arguments(A "" "" "SOURCES;STAGES;LIBS" ${ARGN})
  add_library(hp_${name} STATIC ${A_SOURCES})
  # "stage/file.h" is found only through the stage's own interface folder of links.
  set(view ${PROJECT_BINARY_DIR}/stages/${name})
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${view}/${name} SYMBOLIC)
  target_include_directories(hp_${name} PUBLIC ${view} ${PROJECT_SOURCE_DIR}/host/include)
  foreach(stage IN LISTS A_STAGES)
    target_link_libraries(hp_${name} PUBLIC hp_${stage})
  endforeach()
  target_link_libraries(hp_${name} PRIVATE ${A_LIBS})
endfunction()
