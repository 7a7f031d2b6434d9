# Installs the built project into a scratch folder and builds and runs the outside project against it.
# The outside project knows nothing of the instruction set that the library was built for.
string(REPLACE "-march=native" "" FLAGS "${FLAGS}")
set(stage ${BUILD}/outside)
file(REMOVE_RECURSE ${stage})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${stage}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${stage}/build -DCMAKE_PREFIX_PATH=${stage}/prefix
                        -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${stage}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${stage}/build/outside ${SOURCE}/../../examples/double-pendulum.toml COMMAND_ERROR_IS_FATAL ANY)
