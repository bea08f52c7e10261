"""The peers: Debian's libzbar (what `zbarimg` calls) and libapriltag, through ctypes. None where a library is not installed."""
import ctypes
import ctypes.util
import time

import numpy as np


class Zbar:
    """QR codes by libzbar, with the settings of `zbarimg -Sdisable -Sqrcode.enable`."""
    name = "zbar"

    def __init__(self, library):
        self.lib = ctypes.CDLL(library)
        for name in ("scanner_create",):
            getattr(self.lib, "zbar_image_" + name).restype = ctypes.c_void_p
        self.lib.zbar_image_create.restype = ctypes.c_void_p
        self.lib.zbar_image_first_symbol.restype = ctypes.c_void_p
        self.lib.zbar_symbol_next.restype = ctypes.c_void_p
        self.lib.zbar_symbol_get_data.restype = ctypes.POINTER(ctypes.c_char)
        self.scanner = ctypes.c_void_p(self.lib.zbar_image_scanner_create())
        self.lib.zbar_image_scanner_set_config(self.scanner, 0, 0, 0)
        self.lib.zbar_image_scanner_set_config(self.scanner, 64, 0, 1)

    def __call__(self, picture):
        """What was read and the four corners, and the milliseconds."""
        data = np.ascontiguousarray(picture)
        image = ctypes.c_void_p(self.lib.zbar_image_create())
        self.lib.zbar_image_set_format(image, ctypes.c_ulong(int.from_bytes(b"Y800", "little")))
        self.lib.zbar_image_set_size(image, data.shape[1], data.shape[0])
        self.lib.zbar_image_set_data(image, data.ctypes.data_as(ctypes.c_void_p), ctypes.c_ulong(data.size), None)
        start = time.thread_time()
        self.lib.zbar_scan_image(self.scanner, image)
        milliseconds = (time.thread_time() - start) * 1e3
        found, symbol = [], self.lib.zbar_image_first_symbol(image)
        while symbol:
            at = ctypes.c_void_p(symbol)
            length = self.lib.zbar_symbol_get_data_length(at)
            text = ctypes.string_at(self.lib.zbar_symbol_get_data(at), length).decode("utf-8", "replace")
            count = self.lib.zbar_symbol_get_loc_size(at)
            # A pixel's place there is its index; here its middle is half a pixel on.
            corners = np.array([[self.lib.zbar_symbol_get_loc_x(at, i), self.lib.zbar_symbol_get_loc_y(at, i)] for i in range(count)]) + 0.5
            found.append((text, corners))
            symbol = self.lib.zbar_symbol_next(at)
        self.lib.zbar_image_destroy(image)
        return found, milliseconds


class Detection(ctypes.Structure):
    """`apriltag_detection_t` of apriltag.h."""
    _fields_ = [("family", ctypes.c_void_p), ("id", ctypes.c_int), ("hamming", ctypes.c_int), ("margin", ctypes.c_float),
                ("homography", ctypes.c_void_p), ("centre", ctypes.c_double * 2), ("corners", ctypes.c_double * 8)]


class Array(ctypes.Structure):
    """`zarray_t`."""
    _fields_ = [("element", ctypes.c_size_t), ("size", ctypes.c_int), ("alloc", ctypes.c_int), ("data", ctypes.c_void_p)]


class Image(ctypes.Structure):
    """`image_u8_t`."""
    _fields_ = [("width", ctypes.c_int32), ("height", ctypes.c_int32), ("stride", ctypes.c_int32), ("data", ctypes.c_void_p)]


class AprilTag:
    """Tags 36h11 by libapriltag; its first fields are threads (int), decimation and blur (float), refinement (bool)."""

    def __init__(self, library, decimate):
        self.name = f"libapriltag, decimated by {decimate:g}" if decimate > 1 else "libapriltag, full size"
        self.lib = ctypes.CDLL(library)
        for name in ("tag36h11_create", "apriltag_detector_create"):
            getattr(self.lib, name).restype = ctypes.c_void_p
        self.lib.apriltag_detector_detect.restype = ctypes.POINTER(Array)
        self.detector = ctypes.c_void_p(self.lib.apriltag_detector_create())
        self.lib.apriltag_detector_add_family_bits(self.detector, ctypes.c_void_p(self.lib.tag36h11_create()), 2)
        ctypes.cast(ctypes.c_void_p(self.detector.value + 4), ctypes.POINTER(ctypes.c_float))[0] = decimate

    def __call__(self, picture):
        """Numbers and corners from the upright tag's top left, clockwise, and the milliseconds."""
        data = np.ascontiguousarray(picture)
        image = Image(data.shape[1], data.shape[0], data.shape[1], data.ctypes.data)
        start = time.thread_time()
        array = self.lib.apriltag_detector_detect(self.detector, ctypes.byref(image))
        milliseconds = (time.thread_time() - start) * 1e3
        pointers = ctypes.cast(array.contents.data, ctypes.POINTER(ctypes.POINTER(Detection)))
        found = []
        for i in range(array.contents.size):
            tag = pointers[i].contents
            # Counterclockwise from the lower left there.
            found.append((tag.id, np.array(tag.corners).reshape(4, 2)[[3, 2, 1, 0]]))
        self.lib.apriltag_detections_destroy(array)
        return found, milliseconds


def judges(family):
    """The peers of a family that are installed, and the packages of those that are not."""
    name, package = ("zbar", "zbar-tools") if family == "qr" else ("apriltag", "libapriltag3")
    library = ctypes.util.find_library(name)
    if not library:
        return [], [package]
    return ([Zbar(library)] if family == "qr" else [AprilTag(library, 1), AprilTag(library, 2)]), []
