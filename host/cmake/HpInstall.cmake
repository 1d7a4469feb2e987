# What `cmake --install` puts where; the program finds its parts from its own place, so a tree may be moved.
# Plugins install themselves (hp_add_plugin), the program in host/.
install(FILES ${PROJECT_SOURCE_DIR}/host/include/heapproof/abi.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heapproof)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs ${PROJECT_SOURCE_DIR}/lua
  DESTINATION ${CMAKE_INSTALL_DATADIR}/heapproof)
install(FILES ${PROJECT_SOURCE_DIR}/plugins/template/template.c
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heapproof)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

# A page and what its links name; of a folder its own page.
function(hp_install_page page)
  set(path ${PROJECT_SOURCE_DIR}/${page})
  if(NOT EXISTS ${path})
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  string(REPLACE "](" "\nlink>" text "${text}")
  string(REGEX MATCHALL "link>[^)#: ]+" links "${text}")
  get_filename_component(folder ${path} DIRECTORY)
  set(files ${path})
  foreach(link IN LISTS links)
    string(REPLACE "link>" "" link "${link}")
    get_filename_component(file ${link} ABSOLUTE BASE_DIR ${folder})
    if(IS_DIRECTORY ${file})
      string(APPEND file /README.md)
    endif()
    if(EXISTS ${file})
      list(APPEND files ${file})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES files)
  foreach(file IN LISTS files)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${file})
    get_filename_component(folder ${name} DIRECTORY)
    install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
  endforeach()
endfunction()
hp_install_page(README.md)
hp_install_page(plugins/README.md)

# Made when installing, because only then the prefix is known (cmake --install --prefix).
install(CODE "
  set(CMAKE_INSTALL_INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")
  set(CMAKE_INSTALL_LIBDIR \"${CMAKE_INSTALL_LIBDIR}\")
  set(CMAKE_INSTALL_DATADIR \"${CMAKE_INSTALL_DATADIR}\")
  set(PROJECT_VERSION \"${PROJECT_VERSION}\")
  configure_file(\"${PROJECT_SOURCE_DIR}/host/cmake/heapproof.pc.in\"
    \"${PROJECT_BINARY_DIR}/heapproof.pc\" @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/heapproof.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The program writes its own man page and completion, from the tables that it goes by.
foreach(row IN ITEMS "heapproof.1|--man" "heapproof.bash|--completion")
  string(REPLACE "|" ";" row ${row})
  list(GET row 0 file)
  list(GET row 1 option)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/${file}
    COMMAND heapproof help ${option} > ${PROJECT_BINARY_DIR}/${file}
    DEPENDS heapproof VERBATIM)
endforeach()
add_custom_target(manuals ALL
  DEPENDS ${PROJECT_BINARY_DIR}/heapproof.1 ${PROJECT_BINARY_DIR}/heapproof.bash)
install(FILES ${PROJECT_BINARY_DIR}/heapproof.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_BINARY_DIR}/heapproof.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME heapproof)
