import { UTM32, UTM33 } from "./features";
import { GRID_BOUNDS, gridAt, HEIGHTS, NORTH, SOUTH } from "./heights";
import type { ExpectedImage, Sample, SampleKit } from "./kit";

const values = (north: readonly number[], south: readonly number[], tolerance = 0) => [
  { at: NORTH, values: north, tolerance },
  { at: SOUTH, values: south, tolerance },
];
const GREY: ExpectedImage = { bounds: GRID_BOUNDS, within: 20_000, pixels: values([10, 255], [30, 255]) };
const PHOTO: ExpectedImage = { ...GREY, pixels: values([10, 10, 10, 255], [30, 30, 30, 255], 4) };
const FLOAT: ExpectedImage = { ...GREY, pixels: values([10], [30], 8) };

const inDegrees = ["-of", "GTiff", "-a_srs", "EPSG:4326"];
const THREE = ["-b", "1", "-b", "1", "-b", "1"];
const RGB = [...THREE, "-colorinterp", "red,green,blue"];

/** Cells of 1,000 metres whose upper left corner is at the first place near Hamburg. */
const gridFrom = ([x = 0, y = 0]: number[] = []) => gridAt(x, y - 3_000, 1_000);
const NEAR: ExpectedImage = { bounds: [9.99, 53.5225, 10.0515, 53.5505], within: 1_000 };

const image = (title: string, args: readonly string[], layer: ExpectedImage, grid = HEIGHTS): Sample => ({
  title,
  make: (kit) => kit.translate("bild.tif", grid, args),
  layers: [{ name: "bild", ...layer }],
});

const ESRI_NODATA = gridAt(9, 53, 0.25, ["-3.4028234663852886e38 10 10 10", "20 20 20 20", "30 30 30 30"]).replace(/NODATA.*\n/, "");
const WITH_NODATA = gridAt(9, 53, 0.25, ["-9999 10 10 10", "20 20 20 20", "30 30 30 30"]);
const BITS = HEIGHTS.replaceAll("10", "0").replaceAll("20", "1").replaceAll("30", "1");
const CORNER = { at: [9.1, 53.65] as const, values: [Number.NaN] };

const WORLD_FILE = "0.25\n0\n0\n-0.25\n9.125\n53.625\n";
const METRES_FILE = `1000\n0\n0\n-1000\n${(UTM32[0]?.[0] ?? 0) + 500}\n${(UTM32[0]?.[1] ?? 0) - 500}\n`;
const PRJ =
  'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

/** Makes an image without a place. */
async function bare(kit: SampleKit): Promise<string> {
  await kit.write("bild.txt", HEIGHTS);
  await kit.translate("made.png", HEIGHTS, ["-of", "PNG", "-ot", "Byte"]);
  await kit.translate("bild.tif", "made.png", ["-of", "GTiff"]);
  await kit.remove("made.png", "bild.txt");
  return "bild.tif";
}

const gcp = (column: number, row: number, x: number, y: number) => `<GCP Id="" Pixel="${column}" Line="${row}" X="${x}" Y="${y}"/>`;
const GCPS = [gcp(0, 0, 9, 53.75), gcp(4, 0, 10, 53.75), gcp(4, 3, 10, 53), gcp(0, 3, 9, 53)].join("");

/** Places "grau.tif" by VRT. @param place XML of its place @param band XML of its band */
const vrt = (place: string, band: string) =>
  `<VRTDataset rasterXSize="4" rasterYSize="3">${place}<VRTRasterBand dataType="Byte" band="1">${band}<SimpleSource><SourceFilename relativeToVRT="1">grau.tif</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>`;

async function fromVrt(kit: SampleKit, content: string): Promise<string> {
  await kit.translate("grau.tif", HEIGHTS, [...inDegrees, "-ot", "Byte"]);
  await kit.write("bild.vrt", content);
  await kit.translate("bild.tif", "bild.vrt", ["-of", "GTiff"]);
  await kit.remove("grau.tif", "bild.vrt");
  return "bild.tif";
}

const COLORS = Array.from({ length: 256 }, (_, index) => `<Entry c1="${index}" c2="200" c3="0" c4="255"/>`).join("");

export const IMAGE_SAMPLES: readonly Sample[] = [
  image("in strips", [...inDegrees, "-ot", "Byte"], GREY),
  image("of 16 bit", [...inDegrees, "-ot", "UInt16"], { ...GREY, pixels: values([10, 65_535], [30, 65_535]) }),
  image("of signed heights", [...inDegrees, "-ot", "Int16"], { ...GREY, pixels: values([10, 32_767], [30, 32_767]) }),
  image(
    "of 1 bit",
    [...inDegrees, "-ot", "Byte", "-co", "NBITS=1"],
    { ...GREY, pixels: values([0, 0, 0, 255], [255, 255, 255, 255]) },
    BITS,
  ),
  image("of floats with nodata", [...inDegrees, "-ot", "Float32"], { ...FLOAT, pixels: [...(FLOAT.pixels ?? []), CORNER] }, WITH_NODATA),
  image(
    "of floats with the lowest number untagged",
    [...inDegrees, "-ot", "Float32", "-a_nodata", "none"],
    { ...FLOAT, pixels: [...(FLOAT.pixels ?? []), CORNER] },
    ESRI_NODATA,
  ),
  image("of colours", [...inDegrees, "-ot", "Byte", ...RGB], PHOTO),
  image("of colours with alpha", [...inDegrees, "-ot", "Byte", ...THREE, "-b", "1", "-colorinterp", "red,green,blue,alpha"], {
    ...GREY,
    pixels: values([10, 10, 10, 10], [30, 30, 30, 30], 8),
  }),
  image("of grey with alpha", [...inDegrees, "-ot", "Byte", "-b", "1", "-b", "1", "-colorinterp", "gray,alpha"], {
    ...GREY,
    pixels: values([10, 10], [30, 30], 4),
  }),
  {
    title: "of a palette",
    make: (kit) => {
      const place = "<SRS>EPSG:4326</SRS><GeoTransform>9,0.25,0,53.75,0,-0.25</GeoTransform>";
      return fromVrt(kit, vrt(place, `<ColorInterp>Palette</ColorInterp><ColorTable>${COLORS}</ColorTable>`));
    },
    layers: [{ ...GREY, pixels: values([10, 200, 0, 255], [30, 200, 0, 255], 40) }],
  },
  image("in EPSG:32632", ["-of", "GTiff", "-ot", "Byte", "-a_srs", "EPSG:32632"], NEAR, gridFrom(UTM32[0])),
  image("in EPSG:25833", ["-of", "GTiff", "-ot", "Byte", "-a_srs", "EPSG:25833"], { ...NEAR, within: 2_500 }, gridFrom(UTM33[0])),
  image(
    "in EPSG:2056",
    ["-of", "GTiff", "-ot", "Byte", "-a_srs", "EPSG:2056"],
    { bounds: [7.438632, 46.924, 7.4912, 46.951083], within: 1_000 },
    gridAt(2_600_000, 1_197_000, 1_000),
  ),
  {
    title: "with a rotated geotransform",
    make: async (kit) => {
      await bare(kit);
      await kit.write("bild.tfw", "0.2\n-0.1\n-0.1\n-0.2\n9.5\n53.7\n");
      await kit.write(
        "bild.prj",
        'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]',
      );
      return "bild.tif";
    },
    layers: [
      {
        bounds: [9.15, 52.85, 10.25, 53.85],
        within: 20_000,
        pixels: [
          { at: [9.7, 53.6], values: [10, 255] },
          { at: [9.5, 53.2], values: [30, 255] },
        ],
      },
    ],
  },
  {
    title: "with ground control points",
    make: (kit) => fromVrt(kit, vrt(`<GCPList Projection="EPSG:4326">${GCPS}</GCPList>`, "")),
    layers: [GREY],
  },
  {
    title: "with a world file in degrees",
    make: async (kit) => {
      await kit.write("bild.tfw", WORLD_FILE);
      return await bare(kit);
    },
    layers: [GREY],
  },
  {
    title: "with a world file in metres and a .prj",
    make: async (kit) => {
      await kit.write("bild.tfw", METRES_FILE);
      await kit.write("bild.prj", PRJ);
      return await bare(kit);
    },
    layers: [NEAR],
  },
  {
    title: "with a world file in metres and an answer",
    make: async (kit) => {
      await kit.write("bild.tfw", METRES_FILE);
      return await bare(kit);
    },
    question: "projection",
    answer: { projection: "EPSG:25832" },
    layers: [NEAR],
  },
  ...(["pgw", "PGW"] as const).map(
    (ending): Sample => ({
      title: `a picture placed by .${ending}`,
      make: async (kit) => {
        await kit.translate("bild.png", HEIGHTS, ["-of", "PNG", "-ot", "Byte", ...THREE]);
        await kit.write(`bild.${ending}`, METRES_FILE);
        return `bild.${ending}`;
      },
      question: "projection",
      answer: { projection: "EPSG:25832" },
      layers: [{ ...NEAR, pixels: [] }],
    }),
  ),
  {
    title: "with a world file in metres and a projection in .aux.xml",
    make: async (kit) => {
      await kit.write("bild.tfw", METRES_FILE);
      await kit.write("bild.tif.aux.xml", `<PAMDataset><SRS>${PRJ.replaceAll('"', "&quot;")}</SRS></PAMDataset>`);
      return await bare(kit);
    },
    layers: [NEAR],
  },
  {
    title: "a world file without its picture, refused",
    make: async (kit) => {
      await kit.write("bild.jgw", WORLD_FILE);
      return "bild.jgw";
    },
    refusal: '"bild.jgw" says where a picture is, but the picture is missing. Upload both.',
  },
  {
    title: "with a world file in metres, refused without an answer",
    question: "projection",
    make: async (kit) => {
      await kit.write("bild.tfw", METRES_FILE);
      return await bare(kit);
    },
    refusal: '"bild.tif" doesn\'t say which projection it has. Choose it in Map Settings.',
  },
  {
    title: "without any place, refused",
    make: bare,
    refusal: '"bild.tif" doesn\'t say where it is. Upload its world file with it, such as .tfw or .wld.',
  },
  ...["JPEG", "WebP"].map(
    (compression): Sample => ({
      title: `compressed by ${compression}`,
      make: (kit) => kit.store(`hoehen-${compression.toLowerCase()}.tif`),
      layers: [
        { bounds: GRID_BOUNDS, within: 6_000, pixels: compression === "JPEG" ? values([10, 255], [30, 255], 3) : (PHOTO.pixels ?? []) },
      ],
      builtInRefusal: `"hoehen-${compression.toLowerCase()}.tif" needs GDAL on the server. Ask an administrator to install the package gdal-bin.`,
    }),
  ),
  {
    title: "in a ZIP of two",
    make: async (kit) => {
      await kit.translate("eins.tif", HEIGHTS, [...inDegrees, "-ot", "Byte"]);
      await kit.translate("zwei.tif", HEIGHTS, [...inDegrees, "-ot", "Byte"]);
      return await kit.zip("bilder.zip");
    },
    layers: [
      { ...GREY, name: "eins" },
      { ...GREY, name: "zwei" },
    ],
  },
];
