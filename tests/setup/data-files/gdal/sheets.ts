import type { FeatureCollection } from "geojson";
import { BOUNDS, collection, PLACES, UTM32 } from "./features";
import type { ExpectedVectors, Sample, SampleKit } from "./kit";

/** Rows of a sheet. GDAL writes the names of the properties as its header. */
const sheet = (rows: readonly object[], name = "Pegel"): FeatureCollection => {
  const { features } = collection(
    rows.map(() => null),
    name,
  );
  return Object.assign(
    { type: "FeatureCollection" as const, features: features.map((row, index) => ({ ...row, properties: { ...rows[index] } })) },
    { name },
  );
};

const inDegrees = PLACES.map(([lon, lat]) => ({ Name: "Müllheimer Straße", lon, lat, Tiefe: 12.5 }));
const inMetres = UTM32.map(([Rechtswert, Hochwert]) => ({ Name: "Müllheimer Straße", Rechtswert, Hochwert }));
const people = [{ Name: "Meier", Ort: "Ulm" }];

const TWO_POINTS: ExpectedVectors = { name: "Pegel", types: "Point", count: 2, bounds: BOUNDS, attributes: { Name: "Müllheimer Straße" } };

async function workbook(kit: SampleKit, file: string, sheets: readonly FeatureCollection[]): Promise<string> {
  const format = file.endsWith("ods") ? "ODS" : "XLSX";
  for (const [index, made] of sheets.entries()) await kit.ogr2ogr(file, made, ["-f", format, ...(index > 0 ? ["-update"] : [])]);
  return file;
}

const ofEach = ["mappe.xlsx", "mappe.ods"].flatMap((file): Sample[] => {
  const format = file.endsWith("ods") ? "OpenDocument" : "Excel";
  return [
    {
      title: `of ${format} with columns of degrees`,
      make: (kit) => workbook(kit, file, [sheet(inDegrees)]),
      layers: [{ ...TWO_POINTS, attributes: { Name: "Müllheimer Straße", Tiefe: file.endsWith("ods") ? "12.5000000000000000" : "12.5" } }],
    },
    {
      title: `of ${format} with columns of metres, of an answer`,
      make: (kit) => workbook(kit, file, [sheet(inMetres)]),
      answer: { projection: "EPSG:25832" },
      layers: [TWO_POINTS],
    },
    {
      title: `of ${format} with columns of metres without an answer, refused`,
      make: (kit) => workbook(kit, file, [sheet(inMetres)]),
      refusal: `"${file} (Pegel)" doesn't say which projection it has. Choose it in Map Settings.`,
    },
    {
      title: `of ${format} with three sheets, of which one has no coordinates`,
      make: (kit) => workbook(kit, file, [sheet(inDegrees), sheet(people, "Leute"), sheet(inDegrees, "Häfen 2")]),
      layers: [
        { ...TWO_POINTS, notes: ['Sheets without columns of coordinates are left out: "Leute".'] },
        { ...TWO_POINTS, name: "Häfen 2" },
      ],
    },
    {
      title: `of ${format} whose sheet has a name like an option`,
      make: (kit) => workbook(kit, file, [sheet(inDegrees, "-f")]),
      layers: [{ ...TWO_POINTS, name: "-f", attributes: { Name: "Müllheimer Straße" } }],
    },
    {
      title: `of ${format} without coordinates, refused`,
      make: (kit) => workbook(kit, file, [sheet(people, "Leute"), sheet(people, "Räume")]),
      refusal: `The sheets "Leute", "Räume" of "${file}" have no columns of coordinates, such as "lon" and "lat". Add them, and upload the file again.`,
    },
  ];
});

export const SHEET_SAMPLES: readonly Sample[] = [
  ...ofEach,
  {
    title: "that is no Excel file, refused",
    make: async (kit) => {
      await kit.write("mappe.xlsx", "not a workbook");
      return "mappe.xlsx";
    },
    refusal: '"mappe.xlsx" can\'t be read as Excel. Export it again, and upload it.',
  },
];
