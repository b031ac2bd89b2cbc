# Installs the engine into an empty folder, builds the example against what lies there, and runs it: the head that links
# "it" to "animal" is one that the program names as well.
# cmake -DBUILD=… -DSOURCE=… -DWORK=… -DCOMPILER=… -DFLAGS=… -DTYPE=… -P package.cmake
file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --component dev --prefix ${WORK}/prefix
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/tests/package -B ${WORK}/build -G Ninja
                        -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS}
                        -DCMAKE_BUILD_TYPE=${TYPE} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build COMMAND_ERROR_IS_FATAL ANY)
foreach(word animal street)
    set(end tired)
    if(word STREQUAL street)
        set(end wide)
    endif()
    execute_process(COMMAND ${WORK}/build/find_head ${SOURCE}/resources/models/pronouns
                            "The animal didn't cross the street because it was too ${end}" it ${word}
                    OUTPUT_VARIABLE ${word} COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCH "^[0-9]+\\.[0-9]+ (1\\.0000|0\\.99[0-9]+)\n$" found "${${word}}")
    if(NOT found)
        message(FATAL_ERROR "${word}: ${${word}}")
    endif()
endforeach()
