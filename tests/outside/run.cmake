# Installs the built project into a scratch folder, and builds and runs programs against it that know nothing of the
# instruction set that the library was built for: the outside project and the programs of examples/.
string(REPLACE "-march=native" "" FLAGS "${FLAGS}")
set(stage ${BUILD}/outside)
set(examples ${SOURCE}/../../examples)
file(REMOVE_RECURSE ${stage})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${stage}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

function(build_project source name)
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${source} -B ${stage}/${name}
                          -DCMAKE_PREFIX_PATH=${stage}/prefix -DCMAKE_CXX_COMPILER=${COMPILER}
                          "-DCMAKE_CXX_FLAGS=${FLAGS}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${stage}/${name} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

build_project(${SOURCE} build)
execute_process(COMMAND ${stage}/build/outside ${examples}/double-pendulum.toml ${examples}/small-arm.urdf
                COMMAND_ERROR_IS_FATAL ANY)

# The controller fails when its tracking error exceeds the bound that its gains give.
build_project(${examples} examples)
foreach(model arm-7.toml small-arm.urdf puma560-corke.toml)
  execute_process(COMMAND ${stage}/examples/controller ${examples}/${model} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
