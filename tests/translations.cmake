# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when a text of the sources is missing from a catalogue or not translated yet.
# Needs LUPDATE, TEXTS (list of sources), SOURCE (the project), WORK (a folder to write to).
file(GLOB catalogues ${SOURCE}/resources/i18n/headscope_*.ts)
foreach(catalogue ${catalogues})
    cmake_path(GET catalogue FILENAME name)
    set(copy ${WORK}/${name})
    file(COPY_FILE ${catalogue} ${copy})
    set(kind "")
    if(name STREQUAL "headscope_en.ts")
        set(kind -pluralonly)
    endif()
    execute_process(COMMAND ${LUPDATE} @${TEXTS} -silent -I ${SOURCE} -no-obsolete -locations none
                            -tr-function-alias QT_TRANSLATE_NOOP+=HEADSCOPE_TEXT ${kind} -ts ${copy}
                    RESULT_VARIABLE result ERROR_QUIET)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "lupdate failed for ${name}")
    endif()
    file(STRINGS ${copy} unfinished REGEX "type=\"unfinished\"")
    file(STRINGS ${copy} messages REGEX "<message")
    file(STRINGS ${catalogue} before REGEX "<message")
    list(LENGTH unfinished unfinished_count)
    list(LENGTH messages count)
    list(LENGTH before count_before)
    if(unfinished_count GREATER 0 OR NOT count EQUAL count_before)
        message(FATAL_ERROR "${name}: ${unfinished_count} texts are not translated, and it holds ${count_before} of "
                            "${count}. Build the target update_translations and translate what is new.")
    endif()
endforeach()
