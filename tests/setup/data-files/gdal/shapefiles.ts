import { ATTRIBUTES, area, BOUNDS, collection, line, PLACES, point, points, UTM32, UTM33 } from "./features";
import type { ExpectedVectors, Sample, SampleKit } from "./kit";

const SHAPEFILE = ["-f", "ESRI Shapefile", "-lco", "ENCODING=UTF-8"];
const from = (projection: string) => [...SHAPEFILE, "-a_srs", projection];

const TWO_POINTS: ExpectedVectors = { name: "orte", types: "Point", count: 2, bounds: BOUNDS, attributes: ATTRIBUTES };

/** Writes a table in a code page, of a text with as many bytes as there. */
async function inCodePage(kit: SampleKit, text: string, encoding: string, cpg?: string): Promise<string> {
  const placeholder = "#".repeat(text.length);
  await kit.ogr2ogr("orte.shp", collection(PLACES.map(point), "orte", { name: placeholder }), SHAPEFILE);
  await kit.recode("orte.dbf", placeholder, text, encoding);
  // Byte 29 names no code page.
  const dbf = await kit.read("orte.dbf");
  dbf[29] = 0;
  await kit.write("orte.dbf", dbf);
  if (cpg === undefined) await kit.remove("orte.cpg");
  else await kit.write("orte.cpg", cpg);
  return "orte.shp";
}

const withText = (name: string): ExpectedVectors => ({ ...TWO_POINTS, attributes: { name } });

/** Positions in national grids, with their place as the survey offices publish it. */
const GRIDS: readonly { projection: string; title: string; at: number[]; place: [number, number]; within?: number }[] = [
  { projection: "EPSG:3857", title: "Web Mercator", at: [1112081.713, 7085388.1655], place: [9.99, 53.55] },
  { projection: "EPSG:31467", title: "Gauss-Krüger zone 3", at: [3565688.2342, 5935847.4767], place: [9.99, 53.55], within: 5 },
  {
    projection: "EPSG:27700",
    title: "the British National Grid",
    at: [651409.903, 313177.27],
    place: [1.716073973, 52.658007833],
    within: 5,
  },
  { projection: "EPSG:2154", title: "Lambert-93", at: [700000, 6600000], place: [3, 46.5] },
  { projection: "EPSG:28992", title: "the Dutch grid", at: [155000, 463000], place: [5.38720621, 52.1551744] },
];

const inGrids = GRIDS.map(
  ({ projection, title, at, place, within = 1 }): Sample => ({
    title: `of a point in ${title} (${projection})`,
    make: (kit) => kit.ogr2ogr("orte.shp", points([at]), from(projection)),
    layers: [{ ...TWO_POINTS, count: 1, bounds: [...place, ...place], within }],
  }),
);

export const SHAPEFILE_SAMPLES: readonly Sample[] = [
  {
    title: "of points in EPSG:25832 with umlauts",
    make: (kit) => kit.ogr2ogr("orte.shp", points(UTM32), from("EPSG:25832")),
    layers: [TWO_POINTS],
  },
  { title: "of points in EPSG:4326", make: (kit) => kit.ogr2ogr("orte.shp", points(), from("EPSG:4326")), layers: [TWO_POINTS] },
  ...inGrids,
  {
    title: "of lines",
    make: (kit) => kit.ogr2ogr("orte.shp", collection([line(UTM32)]), from("EPSG:25832")),
    layers: [{ ...TWO_POINTS, types: "MultiLineString", count: 1 }],
  },
  {
    title: "of areas",
    make: (kit) => kit.ogr2ogr("orte.shp", collection([area(PLACES)]), from("EPSG:4326")),
    layers: [{ ...TWO_POINTS, types: "MultiPolygon", count: 1 }],
  },
  {
    title: "of areas with several parts",
    make: (kit) => {
      const parts = [area(PLACES), area(PLACES.map(([x = 0, y = 0]) => [x + 1, y]))];
      const coordinates = parts.flatMap((part) => (part.type === "Polygon" ? [part.coordinates] : []));
      return kit.ogr2ogr("orte.shp", collection([area(PLACES), { type: "MultiPolygon", coordinates }]), from("EPSG:4326"));
    },
    layers: [{ ...TWO_POINTS, types: "MultiPolygon", count: 2, bounds: [9.99, 53.55, 11.02, 53.56] }],
  },
  {
    title: "of multipoints",
    make: (kit) => kit.ogr2ogr("orte.shp", collection([{ type: "MultiPoint", coordinates: PLACES }]), from("EPSG:4326")),
    layers: [{ ...TWO_POINTS, types: "MultiPoint", count: 1 }],
  },
  ...["PointZ", "PointM", "PointZM"].map(
    (type): Sample => ({
      title: `of the type ${type}`,
      make: (kit) => {
        const made = points(UTM32.map((at) => [...at, 7.5]));
        return kit.ogr2ogr("orte.shp", made, [...from("EPSG:25832"), "-lco", `SHPT=${type.toUpperCase()}`]);
      },
      layers: [TWO_POINTS],
    }),
  ),
  {
    title: "with features that have no shape",
    make: (kit) => kit.ogr2ogr("orte.shp", collection([...PLACES.map(point), null]), [...from("EPSG:4326"), "-lco", "SHPT=POINT"]),
    layers: [{ ...TWO_POINTS, notes: ["1 of 3 features have no place on the map."] }],
  },
  {
    title: "whose endings are in capital letters",
    make: async (kit) => {
      await kit.ogr2ogr("orte.shp", points(UTM32), from("EPSG:25832"));
      for (const ending of ["shp", "shx", "dbf", "prj", "cpg"]) {
        await kit.write(`ORTE.${ending.toUpperCase()}`, await kit.read(`orte.${ending}`));
        await kit.remove(`orte.${ending}`);
      }
      return "ORTE.SHP";
    },
    layers: [{ ...TWO_POINTS, name: "ORTE" }],
  },
  {
    title: "without its .shx",
    make: async (kit) => {
      await kit.ogr2ogr("orte.shp", points(UTM33), from("EPSG:25833"));
      await kit.remove("orte.shx");
      return "orte.shp";
    },
    layers: [TWO_POINTS],
  },
  {
    title: "without its .dbf",
    make: async (kit) => {
      await kit.ogr2ogr("orte.shp", points(UTM33), from("EPSG:25833"));
      await kit.remove("orte.dbf", "orte.cpg");
      return "orte.shp";
    },
    layers: [{ name: "orte", types: "Point", count: 2, bounds: BOUNDS }],
  },
  {
    title: "without its .prj, of an answer",
    make: async (kit) => {
      await kit.ogr2ogr("orte.shp", points(UTM32), from("EPSG:25832"));
      await kit.remove("orte.prj");
      return "orte.shp";
    },
    question: "projection",
    answer: { projection: "EPSG:25832" },
    layers: [TWO_POINTS],
  },
  {
    title: "without its .prj, refused without an answer",
    make: async (kit) => {
      await kit.ogr2ogr("orte.shp", points(UTM32), from("EPSG:25832"));
      await kit.remove("orte.prj");
      return "orte.shp";
    },
    question: "projection",
    refusal: '"orte.shp" doesn\'t say which projection it has. Choose it in Map Settings.',
  },
  {
    title: "in cp1252 with its .cpg",
    make: (kit) => inCodePage(kit, "Straße in Köln", "cp1252", "1252"),
    layers: [withText("Straße in Köln")],
  },
  {
    title: "in cp1252 without a .cpg",
    make: (kit) => inCodePage(kit, "Größe der Straße in Köln", "cp1252"),
    layers: [withText("Größe der Straße in Köln")],
  },
  { title: "in cp437 with its .cpg", make: (kit) => inCodePage(kit, "Köln Süd", "cp437", "437"), layers: [withText("Köln Süd")] },
  {
    title: "in cp852 with its .cpg",
    make: (kit) => inCodePage(kit, "Łódź Śródmieście", "cp852", "852"),
    layers: [withText("Łódź Śródmieście")],
  },
  {
    title: "in cp1250 with its .cpg",
    make: (kit) => inCodePage(kit, "Łódź Śródmieście", "cp1250", "ANSI 1250"),
    layers: [withText("Łódź Śródmieście")],
  },
  {
    title: "in a ZIP with another one, a readme, and a picture",
    make: async (kit) => {
      await kit.ogr2ogr("a/Häfen.shp", points(UTM32, "haefen"), from("EPSG:25832"));
      await kit.ogr2ogr("b/wege.shp", collection([line(PLACES)], "wege"), from("EPSG:4326"));
      await kit.write("readme.txt", "These are harbours.\nUse them.\n");
      await kit.write("b/meta.json", '{"title":"Wege"}');
      return await kit.zip("data.zip");
    },
    layers: [
      { ...TWO_POINTS, name: "Häfen" },
      { ...TWO_POINTS, name: "wege", types: "MultiLineString", count: 1 },
    ],
  },
  {
    title: "in a ZIP with and without a .prj, of an answer",
    make: async (kit) => {
      await kit.ogr2ogr("mit.shp", points(UTM33, "mit"), from("EPSG:25833"));
      await kit.ogr2ogr("ohne.shp", points(UTM32, "ohne"), from("EPSG:25832"));
      await kit.remove("ohne.prj");
      return await kit.zip("data.zip");
    },
    answer: { projection: "EPSG:25832" },
    layers: [
      { ...TWO_POINTS, name: "mit" },
      { ...TWO_POINTS, name: "ohne" },
    ],
  },
  {
    title: "in a ZIP next to one that is damaged",
    make: async (kit) => {
      await kit.ogr2ogr("orte.shp", points(UTM32), from("EPSG:25832"));
      await kit.write("teile.shp", "not a Shapefile");
      return await kit.zip("data.zip");
    },
    layers: [{ ...TWO_POINTS, notes: ['"teile.shp" isn\'t a Shapefile, although its name says so. Export it again, and upload it.'] }],
  },
  {
    title: "of no more than its header, refused",
    make: async (kit) => {
      await kit.ogr2ogr("orte.shp", points(UTM32), from("EPSG:25832"));
      await kit.write("orte.shp", (await kit.read("orte.shp")).subarray(0, 100));
      return "orte.shp";
    },
    refusal: '"orte.shp" can\'t be read as Shapefile. Export it again, and upload it.',
  },
];
