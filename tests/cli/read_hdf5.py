"""Reads columns of doubles from an HDF5 file through the C library, without any package of Python's."""
import ctypes
import ctypes.util


def library():
    for name in ("hdf5_serial", "hdf5"):
        found = ctypes.util.find_library(name)
        if found:
            return ctypes.CDLL(found)
    raise OSError("libhdf5 is missing")


def read_columns(path, names):
    """Values and units of the columns."""
    lib = library()
    number = ctypes.c_int64
    for function in ("H5Fopen", "H5Dopen2", "H5Dget_space", "H5Sget_simple_extent_npoints", "H5Aopen", "H5Aget_type"):
        getattr(lib, function).restype = number
    lib.H5Tget_size.restype = ctypes.c_size_t
    lib.H5open()
    double = number.in_dll(lib, "H5T_NATIVE_DOUBLE_g")
    file = number(lib.H5Fopen(str(path).encode(), 0, number(0)))
    assert file.value >= 0, path
    columns, units = [], []
    for name in names:
        column = number(lib.H5Dopen2(file, name.encode(), number(0)))
        assert column.value >= 0, name
        values = (ctypes.c_double * lib.H5Sget_simple_extent_npoints(number(lib.H5Dget_space(column))))()
        assert lib.H5Dread(column, double, number(0), number(0), number(0), values) >= 0
        columns.append(list(values))
        attribute = number(lib.H5Aopen(column, b"units", number(0)))
        kind = number(lib.H5Aget_type(attribute))
        text = ctypes.create_string_buffer(lib.H5Tget_size(kind) + 1)
        assert lib.H5Aread(attribute, kind, text) >= 0
        units.append(text.value.decode())
        lib.H5Dclose(column)
    lib.H5Fclose(file)
    return columns, units
