# The parts of SUNDIALS that integrate/ uses. Its own CMake package wants OpenMP as well, which these parts do not use
# and which clang does not bring.
find_path(SUNDIALS_INCLUDE_DIR cvode/cvode.h REQUIRED)
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
set(ALEMBERT_SUNDIALS "")
foreach(part cvode ida nvecserial sunmatrixdense sunmatrixsparse sunlinsoldense sunlinsolklu)
  find_library(SUNDIALS_${part}_LIBRARY sundials_${part} REQUIRED)
  list(APPEND ALEMBERT_SUNDIALS ${SUNDIALS_${part}_LIBRARY})
endforeach()
target_include_directories(alembert_integrate SYSTEM PRIVATE ${SUNDIALS_INCLUDE_DIR} ${KLU_INCLUDE_DIR})
target_link_libraries(alembert PRIVATE ${ALEMBERT_SUNDIALS})
