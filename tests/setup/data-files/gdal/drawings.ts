import { flatGeobuf } from "../flatgeobuf";
import { HARBOUR_BOUNDS, harbour } from "../harbour-data";
import { ATTRIBUTES, area, BOUNDS, collection, line, PLACES, point, points, UTM32 } from "./features";
import type { ExpectedVectors, Sample } from "./kit";

const TWO_POINTS: ExpectedVectors = { name: "orte", types: "Point", count: 2, bounds: BOUNDS, attributes: ATTRIBUTES };
const LINES: ExpectedVectors = { ...TWO_POINTS, types: "MultiLineString", count: 1 };
const answer = { projection: "EPSG:25832" };
const inUtm = (format: string, ...more: string[]) => ["-f", format, "-a_srs", "EPSG:25832", ...more];

const [[west = 0, south = 0] = [], [east = 0, north = 0] = []] = UTM32;

/** A drawing with a line in one layer, a text in another, and a block that it inserts, as CAD programs write it. */
const DRAWING = [
  ...["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1021", "0", "ENDSEC"],
  ...["0", "SECTION", "2", "BLOCKS", "0", "BLOCK", "8", "0", "2", "BOJE", "70", "0", "10", "0", "20", "0", "3", "BOJE"],
  ...["0", "LINE", "8", "0", "10", "0", "20", "0", "11", "0", "21", "50", "0", "ENDBLK", "8", "0", "0", "ENDSEC"],
  ...["0", "SECTION", "2", "ENTITIES"],
  ...["0", "LINE", "8", "KAIMAUER", "10", `${west}`, "20", `${south}`, "11", `${east}`, "21", `${north}`],
  ...["0", "TEXT", "8", "TEXTE", "10", `${west}`, "20", `${south}`, "40", "10", "1", "Müllheimer Straße"],
  ...["0", "INSERT", "8", "BOJEN", "2", "BOJE", "10", `${west}`, "20", `${south}`],
  ...["0", "ENDSEC", "0", "EOF", ""],
].join("\n");

/** GML of one class, of points whose text is as given. */
const gml = (namespace: string, points: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><o:daten xmlns:o="http://example.org/o" xmlns:gml="${namespace}">${points
    .map((at) => `<gml:featureMember><o:orte><o:name>Müllheimer Straße</o:name><o:lage>${at}</o:lage></o:orte></gml:featureMember>`)
    .join("")}</o:daten>`;
const pos = (projection: string, at: readonly (number | undefined)[]) =>
  `<gml:Point srsName="${projection}"><gml:pos>${at.join(" ")}</gml:pos></gml:Point>`;
const GML2 = "http://www.opengis.net/gml";
const GML32 = "http://www.opengis.net/gml/3.2";

export const DRAWING_SAMPLES: readonly Sample[] = [
  {
    title: "a DXF drawing of points, of an answer",
    make: (kit) => kit.ogr2ogr("plan.dxf", points(UTM32), ["-f", "DXF"]),
    question: "projection",
    answer,
    layers: [{ name: "entities", types: "Point", count: 2, bounds: BOUNDS }],
  },
  {
    title: "a DXF drawing of lines, of an answer",
    make: (kit) => kit.ogr2ogr("plan.dxf", collection([line(UTM32)]), ["-f", "DXF"]),
    question: "projection",
    answer,
    layers: [{ name: "entities", types: "LineString", count: 1, bounds: BOUNDS }],
  },
  {
    title: "a DXF drawing with layers, a text and a block",
    make: async (kit) => {
      await kit.write("plan.dxf", DRAWING);
      return "plan.dxf";
    },
    question: "projection",
    answer,
    layers: [
      {
        name: "entities",
        types: "LineString Point",
        count: 3,
        bounds: BOUNDS,
        attributes: { Layer: "TEXTE", Text: "Müllheimer Straße" },
      },
    ],
  },
  {
    title: "a DXF drawing without an answer, refused",
    make: (kit) => kit.ogr2ogr("plan.dxf", points(UTM32), ["-f", "DXF"]),
    question: "projection",
    refusal: '"plan.dxf" doesn\'t say which projection it has. Choose it in Map Settings.',
  },
  {
    title: "MapInfo TAB",
    make: (kit) => kit.ogr2ogr("orte.tab", points(UTM32), inUtm("MapInfo File", "-lco", "ENCODING=UTF-8")),
    layers: [TWO_POINTS],
  },
  {
    title: "MapInfo MIF of areas",
    make: (kit) => kit.ogr2ogr("orte.mif", collection([area(PLACES)]), ["-f", "MapInfo File", "-lco", "ENCODING=UTF-8"]),
    layers: [{ ...TWO_POINTS, types: "Polygon", count: 1 }],
  },
  {
    title: "GML 2 in EPSG:25832",
    make: (kit) => kit.ogr2ogr("orte.gml", points(UTM32), inUtm("GML", "-dsco", "FORMAT=GML2")),
    layers: [TWO_POINTS],
  },
  {
    title: "GML 3.2 in EPSG:25832",
    make: (kit) => kit.ogr2ogr("orte.gml", points(UTM32), inUtm("GML", "-dsco", "FORMAT=GML3.2")),
    layers: [TWO_POINTS],
  },
  {
    title: "GML 3.2 of lines in EPSG:4326",
    make: (kit) => kit.ogr2ogr("orte.gml", collection([line(PLACES)]), ["-f", "GML", "-dsco", "FORMAT=GML3.2"]),
    layers: [LINES],
  },
  {
    title: "GML 3.2 with latitude first, as the URN of EPSG:4326 says",
    make: async (kit) => {
      await kit.write(
        "orte.gml",
        gml(
          GML32,
          PLACES.map(([x, y]) => pos("urn:ogc:def:crs:EPSG::4326", [y, x])),
        ),
      );
      return "orte.gml";
    },
    layers: [{ ...TWO_POINTS, attributes: { name: "Müllheimer Straße" } }],
  },
  {
    title: "GML 3.2 of services with the short name EPSG:25832",
    make: async (kit) => {
      await kit.write(
        "orte.gml",
        gml(
          GML32,
          UTM32.map((at) => pos("EPSG:25832", at)),
        ),
      );
      return "orte.gml";
    },
    layers: [{ ...TWO_POINTS, attributes: { name: "Müllheimer Straße" } }],
  },
  {
    title: "GML 2 with longitude first in EPSG:4326",
    make: async (kit) => {
      const at = PLACES.map((place) => `<gml:Point srsName="EPSG:4326"><gml:coordinates>${place.join(",")}</gml:coordinates></gml:Point>`);
      await kit.write("orte.gml", gml(GML2, at));
      return "orte.gml";
    },
    layers: [{ ...TWO_POINTS, attributes: { name: "Müllheimer Straße" } }],
  },
  {
    title: "a sea chart (S-57) of soundings and objects by class",
    make: (kit) => kit.store("seekarte.000"),
    layers: [
      { name: "BOYCAR", types: "Point", count: 1, bounds: [9.99, 53.55, 9.99, 53.55], attributes: { OBJNAM: "Hafeneinfahrt" } },
      { name: "COALNE", types: "LineString", count: 1, bounds: BOUNDS },
      { name: "SOUNDG", types: "Point", count: 2, bounds: BOUNDS, attributes: { DEPTH: 12.5 } },
    ],
  },
  { title: "a FlatGeobuf in EPSG:25832", make: (kit) => kit.ogr2ogr("orte.fgb", points(UTM32), inUtm("FlatGeobuf")), layers: [TWO_POINTS] },
  {
    title: "a FlatGeobuf that doesn't know its number of features",
    make: async (kit) => {
      await kit.write("hafen.fgb", flatGeobuf({ hasIndex: false, hasFeatures: false }));
      return "hafen.fgb";
    },
    layers: [{ name: "harbour", types: "LineString Point Polygon", count: harbour.features.length, bounds: HARBOUR_BOUNDS }],
  },
  {
    title: "coordinates outside of the projection, which it counts",
    make: (kit) => kit.ogr2ogr("orte.gpkg", collection([...UTM32, [1e30, 1e30]].map(point)), inUtm("GPKG")),
    layers: [{ ...TWO_POINTS, notes: ["1 of 3 features have no place on the map."] }],
  },
];
