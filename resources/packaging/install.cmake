# What `cmake --install` puts where, and the package that CPack makes of it. Two components: "program" for users, "dev"
# for programs that use the engine.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The engine: static libraries, headers under include/headscope, and a CMake package.
install(TARGETS headscope_flags headscope_base headscope_tensor headscope_checkpoint headscope_tokenizer headscope_attention
                headscope_trace headscope_model headscope_analysis headscope_export headscope_core
        EXPORT headscope_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/headscope COMPONENT dev FILES_MATCHING PATTERN "*.h")
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/headscope)
install(EXPORT headscope_targets NAMESPACE headscope:: DESTINATION ${package_folder} COMPONENT dev)
configure_package_config_file(resources/packaging/headscope-config.cmake.in ${PROJECT_BINARY_DIR}/headscope-config.cmake
                              INSTALL_DESTINATION ${package_folder})
# Before 1.0 nothing is promised from one minor version to the next.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/headscope-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/headscope-config.cmake ${PROJECT_BINARY_DIR}/headscope-config-version.cmake
        DESTINATION ${package_folder} COMPONENT dev)

if(NOT HEADSCOPE_UI)
    return()
endif()
install(TARGETS headscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES resources/packaging/headscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
install(FILES resources/packaging/headscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT program)
install(FILES resources/packaging/headscope-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
        RENAME headscope.xml COMPONENT program)
install(FILES resources/icons/headscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
        COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)

# Manual pages from what --help says, one for the program and one for each of its commands.
find_program(HELP2MAN help2man)
if(HELP2MAN)
    set(manual ${PROJECT_BINARY_DIR}/man)
    add_custom_command(OUTPUT ${manual}/headscope.1 VERBATIM DEPENDS headscope ${PROJECT_SOURCE_DIR}/resources/packaging/manual.cmake
        COMMAND ${CMAKE_COMMAND} -DHELP2MAN=${HELP2MAN} -DPROGRAM=$<TARGET_FILE:headscope>
                -DVERSION=${PROJECT_VERSION} -DOUT=${manual} -P ${PROJECT_SOURCE_DIR}/resources/packaging/manual.cmake)
    add_custom_target(manual ALL DEPENDS ${manual}/headscope.1)
    install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME headscope)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_VENDOR "Headscope")
set(CPACK_PACKAGE_CONTACT "The Headscope developers <headscope@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded by name while the program runs, so dpkg-shlibdeps does not see it: what Qt talks to X11 with.
set(CPACK_DEBIAN_PACKAGE_DEPENDS qt6-qpa-plugins)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-noto-core, fonts-wqy-microhei | fonts-noto-cjk, fonts-noto-color-emoji")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "Opens a folder as Hugging Face transformers saves it and draws every attention
head: maps, lines, entropy, strongest keys, gates. Works offline.")
include(CPack)
