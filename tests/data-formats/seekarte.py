"""Writes seekarte.000: a buoy, two soundings and a coastline in S-57, with their spatial primitives."""

from osgeo import ogr

WEST, EAST = "9.99 53.55", "10.02 53.56"
chart = ogr.GetDriverByName("S57").CreateDataSource("seekarte.000")


def add(layer, wkt=None, lists=None, **fields):
    definition = chart.GetLayerByName(layer).GetLayerDefn()
    feature = ogr.Feature(definition)
    for name, value in fields.items():
        feature.SetField(name, value)
    for name, value in (lists or {}).items():
        feature.SetFieldIntegerList(definition.GetFieldIndex(name), [value])
    if wkt:
        feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
    chart.GetLayerByName(layer).CreateFeature(feature)


def add_object(layer, number, primitive, kind, record, **fields):
    lists = {"NAME_RCNM": kind, "NAME_RCID": record, "ORNT": 1, "USAG": 1, "MASK": 255}
    identity = {"RCID": number, "PRIM": primitive, "GRUP": 2, "AGEN": 550, "FIDN": number, "FIDS": 1, "RVER": 1}
    add(layer, None, lists, **identity, **fields)


add("IsolatedNode", f"POINT ({WEST})", RCID=1)
add("IsolatedNode", f"MULTIPOINT Z (({WEST} 12.5),({EAST} 3.2))", RCID=2)
add("ConnectedNode", f"POINT ({WEST})", RCID=3)
add("ConnectedNode", f"POINT ({EAST})", RCID=4)
ends = {}
for index, record in enumerate([3, 4]):
    ends |= {f"NAME_RCNM_{index}": 120, f"NAME_RCID_{index}": record, f"TOPI_{index}": index + 1}
    ends |= {f"{name}_{index}": 255 for name in ("ORNT", "USAG", "MASK")}
add("Edge", "LINESTRING (10.00 53.555,10.01 53.557)", RCID=5, **ends)
add_object("BOYCAR", 11, 1, 110, 1, OBJNAM="Hafeneinfahrt", CATCAM=1)
add_object("SOUNDG", 12, 1, 110, 2)
add_object("COALNE", 13, 2, 130, 5)
