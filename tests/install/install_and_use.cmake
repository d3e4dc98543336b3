# cmake -D BUILD=... -D CONSUMER=... -D WORK=... -D GENERATOR=... -D C_COMPILER=... -D CXX_COMPILER=... -P this
# Installs BUILD into WORK/prefix, then configures, builds and runs the project CONSUMER with nothing but
# that prefix to go by.
cmake_minimum_required(VERSION 3.25)

set(prefix ${WORK}/prefix)
file(REMOVE_RECURSE ${WORK})

# run(WHAT COMMAND...): stops with the command's output when it fails; `output` holds it otherwise.
macro(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status})\n${output}\n${errors}")
  endif()
endmacro()

# expect(WANTED): the last output was exactly this.
macro(expect wanted)
  if(NOT output STREQUAL "${wanted}")
    message(FATAL_ERROR "expected:\n${wanted}\nreceived:\n${output}")
  endif()
endmacro()

run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run("configuring the consumer" ${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -G ${GENERATOR}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_C_COMPILER=${C_COMPILER} -D CMAKE_CXX_COMPILER=${CXX_COMPILER})
run("building the consumer" ${CMAKE_COMMAND} --build ${WORK}/build)

run("the C++ consumer" ${WORK}/build/use_cpp)
expect("repaired {\"city\":\"Oslo\"}\n")
run("the C consumer" ${WORK}/build/use_c)
expect("repaired {\"city\":\"Oslo\"}\n")

# The program, where this build has one.
if(EXISTS ${BUILD}/argwright)
  run("the installed program" ${prefix}/bin/argwright --version)
endif()
