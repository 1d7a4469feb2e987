# hp_add_plugin(NAME SOURCES a.c ... [LIBS hp_bcl ...] [KIND workloads|heaps] [NOINSTALL])
# A shared object NAME.so in build/plugins; it includes heapproof/abi.h and nothing of the host.
function(hp_add_plugin name)
  cmake_parse_arguments(A "NOINSTALL" "" "SOURCES;LIBS" ${ARGN})
  add_library(plugin_${name} MODULE ${A_SOURCES})
  set_target_properties(plugin_${name} PROPERTIES
    PREFIX "" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plugins)
  target_include_directories(plugin_${name} PRIVATE ${PROJECT_SOURCE_DIR}/host/include)
  target_link_libraries(plugin_${name} PRIVATE ${A_LIBS})
  if(NOT A_NOINSTALL)
    install(TARGETS plugin_${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/heapproof/plugins)
  endif()
endfunction()
