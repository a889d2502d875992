import { UTM32 } from "./features";
import { GRID_BOUNDS, gridAt, HEIGHTS, NORTH, SOUTH } from "./heights";
import type { Box, ExpectedImage, Sample, SampleKit } from "./kit";

/** Half a cell. Metres. */
const IN_DEGREES: ExpectedImage = {
  bounds: GRID_BOUNDS,
  within: 20_000,
  pixels: [
    { at: NORTH, values: [10, 255] },
    { at: SOUTH, values: [30, 255] },
  ],
};

const [[x = 0, y = 0] = []] = UTM32;
/** Cells of 1,000 metres in EPSG:25832, whose upper left corner is at the first place. */
const UTM_GRID = gridAt(x, y - 3_000, 1_000);
const UTM_BOUNDS: Box = [9.99, 53.5225, 10.0515, 53.5505];
const IN_METRES: ExpectedImage = {
  bounds: UTM_BOUNDS,
  within: 1_000,
  pixels: [
    { at: [10.02, 53.5455], values: [10] },
    { at: [10.02, 53.5275], values: [30] },
  ],
};

const lines = (numbers: readonly number[][]) => numbers.map((row) => row.join(" ")).join("\n");
const XYZ = lines(
  [10, 20, 30].flatMap((height, row) => [0, 1, 2, 3].map((column) => [9.125 + column * 0.25, 53.625 - row * 0.25, height])),
);

async function write(kit: SampleKit, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, content] of Object.entries(files)) await kit.write(name, content);
  return Object.keys(files)[0] ?? "";
}

/** EPSG:25832 as ArcGIS writes it. */
const PRJ =
  'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

export const GRID_SAMPLES: readonly Sample[] = [
  { title: "of ASCII in degrees", make: (kit) => write(kit, { "hoehen.asc": HEIGHTS }), layers: [{ ...IN_DEGREES, name: "hoehen" }] },
  {
    title: "of ASCII in metres with its .prj",
    make: (kit) => write(kit, { "hoehen.asc": UTM_GRID, "hoehen.prj": PRJ }),
    layers: [IN_METRES],
  },
  {
    title: "of ASCII in metres, of an answer",
    make: (kit) => write(kit, { "hoehen.asc": UTM_GRID }),
    question: "projection",
    answer: { projection: "EPSG:25832" },
    layers: [IN_METRES],
  },
  {
    title: "of ASCII in metres without an answer, refused",
    make: (kit) => write(kit, { "hoehen.asc": UTM_GRID }),
    question: "projection",
    refusal: '"hoehen.asc" doesn\'t say which projection it has. Choose it in Map Settings.',
  },
  { title: "of XYZ", make: (kit) => write(kit, { "hoehen.xyz": `${XYZ}\n` }), layers: [{ ...IN_DEGREES, name: "hoehen" }] },
  {
    title: "of ERDAS Imagine",
    make: (kit) => kit.translate("hoehen.img", UTM_GRID, ["-of", "HFA", "-a_srs", "EPSG:25832"]),
    layers: [{ ...IN_METRES, name: "hoehen" }],
  },
  {
    title: "of BAG",
    make: (kit) => kit.store("tiefen.bag"),
    layers: [{ bounds: [9.9816, 53.5414, 10.0058, 53.5522], within: 200 }],
    builtInRefusal: '"tiefen.bag" needs GDAL on the server. Ask an administrator to install the package gdal-bin.',
  },
  {
    title: "of JPEG 2000",
    make: (kit) => kit.store("hoehen.jp2"),
    layers: [{ ...IN_DEGREES, within: 6_000 }],
    builtInRefusal: '"hoehen.jp2" needs GDAL on the server. Ask an administrator to install the package gdal-bin.',
  },
  {
    title: "that is no grid, refused",
    make: (kit) => write(kit, { "hoehen.asc": "xllcorner 9\nyllcorner 53\nnothing else\n" }),
    refusal: '"hoehen.asc" can\'t be read as Grid. Export it again, and upload it.',
  },
];
