# The page of reports (page/): one HTML file, made by Node.js and compiled into the library.
option(ALEMBERT_PAGE "Build the page for report.html; needs node and npm" ON)
if(NOT ALEMBERT_PAGE)
  target_sources(alembert PRIVATE ${PROJECT_SOURCE_DIR}/cmake/no_page.cc)
  return()
endif()

find_program(ALEMBERT_NODE NAMES node nodejs)
find_program(ALEMBERT_NPM NAMES npm)
if(NOT ALEMBERT_NODE OR NOT ALEMBERT_NPM)
  message(FATAL_ERROR "The page for reports needs node and npm: install the packages nodejs and npm (tools/install run "
                      "does so), or configure with -DALEMBERT_PAGE=OFF, which leaves report.html out.")
endif()

set(page ${PROJECT_SOURCE_DIR}/page)
set(page_made ${PROJECT_BINARY_DIR}/generated/page)
file(MAKE_DIRECTORY ${page_made})
# npm writes this file when it is done; all build folders share it.
set(page_packages ${page}/node_modules/.package-lock.json)
add_custom_command(
  OUTPUT ${page_packages}
  COMMAND ${ALEMBERT_NPM} ci --no-audit --no-fund --loglevel=error
  COMMAND ${CMAKE_COMMAND} -E touch ${page_packages}
  DEPENDS ${page}/package.json ${page}/package-lock.json
  WORKING_DIRECTORY ${page}
  COMMENT "Fetching the packages of the report page"
  VERBATIM)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${page}/src/*)
add_custom_command(
  OUTPUT ${page_made}/page.cc ${page_made}/page.html
  COMMAND ${ALEMBERT_NODE} build.mjs ${page_made}/page.html ${page_made}/page.cc
  DEPENDS ${page_packages} ${page_sources} ${page}/build.mjs ${page}/cpp_source.mjs ${page}/font_licence.mjs
  WORKING_DIRECTORY ${page}
  COMMENT "Building the report page"
  VERBATIM)
# Without the project's warnings: the page is data.
target_sources(alembert PRIVATE ${page_made}/page.cc)
