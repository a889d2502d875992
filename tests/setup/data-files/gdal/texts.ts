import { ATTRIBUTES, BOUNDS, collection, PLACES, points, UTM32 } from "./features";
import type { ExpectedVectors, Sample, SampleKit } from "./kit";

const TWO_POINTS: ExpectedVectors = { name: "orte", types: "Point", count: 2, bounds: BOUNDS, attributes: ATTRIBUTES };

const written = (name: string, content: string) => async (kit: SampleKit) => {
  await kit.write(name, content);
  return name;
};

/** Rows of a table in metres, as a German Excel writes them. */
const rows = UTM32.map(([x = 0, y = 0]) => `Müllheimer Straße;${x.toFixed(3)};${y.toFixed(3)};12,5`.replaceAll(".", ","));
const TABLE = ["Name;Rechtswert;Hochwert;Tiefe", ...rows, ""].join("\n");

const arcs = [[[0, 0]], [[3000, 1000]]];
/** Positions in steps of 0.00001°. */
const TOPOLOGY = {
  type: "Topology",
  transform: { scale: [0.00001, 0.00001], translate: PLACES[0] },
  objects: {
    orte: {
      type: "GeometryCollection",
      geometries: arcs.map(([at]) => ({ type: "Point", coordinates: at, properties: { name: "Größe" } })),
    },
  },
  arcs: [],
};

const ESRI = {
  geometryType: "esriGeometryPoint",
  spatialReference: { wkid: 25832 },
  fields: [{ name: "name", type: "esriFieldTypeString", alias: "name", length: 50 }],
  features: UTM32.map(([x, y]) => ({ attributes: { name: "Müllheimer Straße" }, geometry: { x, y } })),
};

const kml = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
const placemark = ([x, y]: number[], name = "Müllheimer Straße", style = "") =>
  `<Placemark><name>${name}</name>${style}<Point><coordinates>${x},${y},0</coordinates></Point></Placemark>`;
const STYLED = `<Placemark><name>Weg</name><Style><LineStyle><color>ff0000ff</color><width>3</width></LineStyle></Style><LineString><coordinates>${PLACES.map((at) => at.join(",")).join(" ")}</coordinates></LineString></Placemark>`;
const places = (name?: string) => PLACES.map((at) => placemark(at, name)).join("");

/** Writes a point of PostGIS. */
function ewkb([x = 0, y = 0]: readonly number[]): string {
  const bytes = Buffer.alloc(25);
  bytes.writeUInt8(1);
  bytes.writeUInt32LE(0x20000001, 1);
  bytes.writeUInt32LE(25832, 5);
  bytes.writeDoubleLE(x, 9);
  bytes.writeDoubleLE(y, 17);
  return bytes.toString("hex").toUpperCase();
}

const overlay = (href: string, more = "") =>
  `<GroundOverlay><name>Plan</name><Icon><href>${href}</href></Icon><LatLonBox><north>53.75</north><south>53</south><east>10</east><west>9</west>${more}</LatLonBox></GroundOverlay>`;

async function withPicture(kit: SampleKit, content: string, isLoose = false): Promise<string> {
  const grid = "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\n10 10 10 10\n20 20 20 20\n30 30 30 30\n";
  await kit.translate("files/plan.png", grid, ["-of", "PNG", "-ot", "Byte", "-b", "1", "-b", "1", "-b", "1"]);
  await kit.write("doc.kml", content);
  return isLoose ? "doc.kml" : await kit.zip("plan.kmz");
}
const PICTURE = {
  name: "Plan",
  bounds: [9, 53, 10, 53.75] as const,
  within: 30_000,
  pixels: [{ at: [9.5, 53.375] as const, values: [20, 20, 20, 255], tolerance: 6 }],
};

export const TEXT_SAMPLES: readonly Sample[] = [
  {
    title: "GeoJSON with a crs",
    make: (kit) => kit.ogr2ogr("orte.geojson", points(UTM32), ["-f", "GeoJSON", "-a_srs", "EPSG:25832"]),
    layers: [TWO_POINTS],
  },
  {
    title: "a GeoJSON sequence in metres, of an answer",
    make: written(
      "orte.geojsonl",
      `${points(UTM32)
        .features.map((feature) => JSON.stringify(feature))
        .join("\n")}\n`,
    ),
    question: "projection",
    answer: { projection: "EPSG:25832" },
    layers: [TWO_POINTS],
  },
  {
    title: "TopoJSON with a transform",
    make: written("orte.topojson", JSON.stringify(TOPOLOGY)),
    layers: [{ ...TWO_POINTS, attributes: { name: "Größe" } }],
  },
  {
    title: "TopoJSON whose ending is .json",
    make: written("daten.json", JSON.stringify(TOPOLOGY)),
    layers: [{ ...TWO_POINTS, attributes: { name: "Größe" } }],
  },
  {
    title: "Esri JSON in EPSG:25832",
    make: written("orte.json", JSON.stringify(ESRI)),
    layers: [{ ...TWO_POINTS, attributes: { name: "Müllheimer Straße" } }],
  },
  {
    title: "a CSV with German columns and decimal commas in metres, of an answer",
    make: written("pegel.csv", TABLE),
    question: "projection",
    answer: { projection: "EPSG:25832" },
    layers: [{ ...TWO_POINTS, name: "pegel", attributes: { Name: "Müllheimer Straße", Tiefe: "12,5" } }],
  },
  {
    title: "a CSV in metres without an answer, refused",
    make: written("pegel.csv", TABLE),
    question: "projection",
    refusal: '"pegel.csv" doesn\'t say which projection it has. Choose it in Map Settings.',
  },
  {
    title: "a KMZ with folders, and the style of a line",
    make: async (kit) => {
      await kit.write(
        "doc.kml",
        kml(`<Folder><name>A</name><Folder><name>B</name>${placemark(PLACES[0] ?? [])}</Folder></Folder>${STYLED}`),
      );
      return await kit.zip("orte.kmz");
    },
    layers: [
      {
        name: "doc",
        types: "LineString Point",
        count: 2,
        bounds: BOUNDS,
        attributes: { name: "Weg", stroke: "#ff0000", "stroke-width": 3 },
      },
    ],
  },
  {
    title: "a KMZ of two KML files",
    make: async (kit) => {
      await kit.write("doc.kml", kml(places("Größe")));
      await kit.write("files/mehr.kml", kml(places()));
      return await kit.zip("orte.kmz");
    },
    layers: [
      { ...TWO_POINTS, name: "doc", attributes: { name: "Größe" } },
      { ...TWO_POINTS, name: "mehr", attributes: { name: "Müllheimer Straße" } },
    ],
  },
  { title: "a KMZ of a picture on the ground", make: (kit) => withPicture(kit, kml(overlay("files/plan.png"))), layers: [PICTURE] },
  {
    title: "a KMZ of places and a picture on the ground",
    make: (kit) => withPicture(kit, kml(places() + overlay("files/plan.png"))),
    layers: [{ ...TWO_POINTS, name: "doc", attributes: { name: "Müllheimer Straße" } }, PICTURE],
  },
  {
    title: "a loose KML of a picture on the ground",
    make: (kit) => withPicture(kit, kml(overlay("files/plan.png")), true),
    layers: [PICTURE],
  },
  {
    title: "a loose KML of places and a picture on the ground",
    make: (kit) => withPicture(kit, kml(places() + overlay("files/plan.png")), true),
    layers: [{ ...TWO_POINTS, name: "doc", attributes: { name: "Müllheimer Straße" } }, PICTURE],
  },
  {
    title: "a CSV with hexadecimal EWKB of EPSG:25832",
    make: written("orte.csv", `name,geom\n${UTM32.map((at) => `Müllheimer Straße,${ewkb(at)}\n`).join("")}`),
    layers: [{ ...TWO_POINTS, attributes: { name: "Müllheimer Straße" } }],
  },
  {
    title: "a KMZ whose picture is missing, and notes it",
    make: (kit) => withPicture(kit, kml(places() + overlay("files/other.png"))),
    layers: [
      {
        ...TWO_POINTS,
        name: "doc",
        attributes: { name: "Müllheimer Straße" },
        notes: ['The picture "files/other.png" of "doc.kml" is missing. Upload the folder with its pictures, or save it with them as KMZ.'],
      },
    ],
  },
  {
    title: "a KMZ of a rotated picture, refused",
    make: (kit) => withPicture(kit, kml(overlay("files/plan.png", "<rotation>30</rotation>"))),
    refusal:
      'The picture "files/plan.png" of "doc.kml" is rotated or not a rectangle, which can\'t be shown. Convert it to a GeoTIFF, and upload that.',
  },
  {
    title: "a ZIP of two tables and an address list, which it notes",
    make: async (kit) => {
      await kit.write("eins.csv", `name,lon,lat\n${PLACES.map((at) => `Größe,${at.join(",")}`).join("\n")}\n`);
      await kit.write("zwei.geojson", JSON.stringify(points()));
      await kit.write("leute.csv", "name,ort\nMeier,Ulm\n");
      return await kit.zip("tabellen.zip");
    },
    layers: [
      {
        ...TWO_POINTS,
        name: "eins",
        attributes: { name: "Größe" },
        notes: ['"leute.csv" has no columns of coordinates, such as "lon" and "lat". Add them, and upload the file again.'],
      },
      { ...TWO_POINTS, name: "zwei" },
    ],
  },
  {
    title: "a damaged ZIP, refused",
    make: async (kit) => {
      await kit.write("orte.shp.geojson", JSON.stringify(collection([])));
      await kit.zip("orte.zip");
      await kit.write("orte.zip", (await kit.read("orte.zip")).subarray(0, -20));
      return "orte.zip";
    },
    refusal: '"orte.zip" can\'t be read as a ZIP archive. Make it again, and upload it.',
  },
];
