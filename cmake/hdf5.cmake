# Serial HDF5, for io/hdf5_*.cc alone. find_package(HDF5) would need the language C and may find a library for MPI.
find_path(ALEMBERT_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
find_library(ALEMBERT_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial REQUIRED)
add_library(alembert_hdf5 INTERFACE)
target_include_directories(alembert_hdf5 SYSTEM INTERFACE ${ALEMBERT_HDF5_INCLUDE})
target_link_libraries(alembert_hdf5 INTERFACE ${ALEMBERT_HDF5_LIBRARY})
target_include_directories(alembert_io SYSTEM PRIVATE ${ALEMBERT_HDF5_INCLUDE})
target_link_libraries(alembert PRIVATE ${ALEMBERT_HDF5_LIBRARY})
