# hp_embed(TARGET SYMBOL FILE): FILE's bytes as `const char SYMBOL[]` (NUL at the end, not counted)
# and `const size_t SYMBOL_size`, compiled into TARGET; remade when FILE changes.
function(hp_embed target symbol file)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embed_${symbol}.c)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DIN=${file} -DOUT=${out} -DSYMBOL=${symbol}
            -P ${PROJECT_SOURCE_DIR}/host/cmake/embed_file.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/host/cmake/embed_file.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
