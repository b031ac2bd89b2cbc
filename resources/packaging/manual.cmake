# cmake -DHELP2MAN=… -DPROGRAM=… -DVERSION=… -DOUT=folder -P manual.cmake
function(write_page name purpose)
    set(call ${PROGRAM} ${ARGN})
    list(JOIN call " " call)
    execute_process(COMMAND ${HELP2MAN} --no-info --section=1 --version-string=${VERSION} --name=${purpose}
                            --output=${OUT}/${name}.1 ${call} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," help "${help}")  # a semicolon would end an element of a list
# "  links     Which head links one word to another: …" between "Subcommands:" and an empty line.
string(REGEX MATCH "Subcommands:[^\n]*\n([^\n]+\n)+" commands "${help}")
string(REGEX MATCHALL "\n  [a-z]+ +[^\n]+" commands "${commands}")
if(NOT commands)
    message(FATAL_ERROR "headscope --help names no commands")
endif()
foreach(command ${commands})
    string(REGEX MATCH "^\n  ([a-z]+) +(.*)$" unused "${command}")
    write_page(headscope-${CMAKE_MATCH_1} "${CMAKE_MATCH_2}" ${CMAKE_MATCH_1})
endforeach()
write_page(headscope "show what every attention head of a saved transformer looks at")
