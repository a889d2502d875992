import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { quoteName } from "../../archives/refusals";
import { DataRefusedError } from "../formats/data-file";
import {
  type ConversionContext,
  type ConversionSource,
  type ConvertedFile,
  convertVectors,
  layerArguments,
  readLayers,
} from "./convert-vectors";
import { rewriteText } from "./text-input";

/** Every row is data, and every cell text. A header may come after lines of a title. */
const SETTINGS = {
  OGR_XLSX_HEADERS: "DISABLE",
  OGR_ODS_HEADERS: "DISABLE",
  OGR_XLSX_FIELD_TYPES: "STRING",
  OGR_ODS_FIELD_TYPES: "STRING",
};

/** Converts the rows of a sheet that have coordinates. @returns null for a sheet without columns of them */
async function convertSheet(source: ConversionSource, sheet: string, context: ConversionContext): Promise<ConvertedFile[] | null> {
  const { engine, folder } = context;
  const csv = `${source.output}.csv`;
  const args = ["-f", "CSV", ...layerArguments(csv, source.input, sheet)];
  await engine.run("ogr2ogr", args, { folder, drivers: [...source.format.drivers, "CSV"], settings: SETTINGS });
  const text = await readFile(path.join(folder, csv), "utf8");
  // The first line has names that GDAL gave to the columns.
  await writeFile(path.join(folder, csv), text.slice(text.indexOf("\n") + 1));
  const table = await rewriteText({ ...source, path: `${source.path} (${sheet})`, input: csv }, folder, "csv");
  if (!table) return null;
  const converted = await convertVectors({ ...table, path: source.path }, context);
  return converted.map((file) => ({ ...file, name: sheet }));
}

/** Converts the sheets of a workbook as tables. @throws DataRefusedError when none has coordinates */
export async function convertSheets(source: ConversionSource, context: ConversionContext): Promise<ConvertedFile[]> {
  const sheets = await readLayers(source, context, SETTINGS);
  const converted: ConvertedFile[] = [];
  const others: string[] = [];
  for (const [index, { name, features }] of sheets.entries()) {
    const output = `${source.output}-${index}`;
    const results = features === 0 ? null : await convertSheet({ ...source, output }, name, context);
    converted.push(...(results ?? []));
    if (!results) others.push(quoteName(name));
  }
  if (converted.length === 0) {
    const which =
      others.length === 1
        ? `The sheet ${others[0]} of ${quoteName(source.path)} has`
        : `The sheets ${others.join(", ")} of ${quoteName(source.path)} have`;
    throw new DataRefusedError(`${which} no columns of coordinates, such as "lon" and "lat". Add them, and upload the file again.`);
  }
  if (others.length > 0) {
    converted[0]?.notes.push(`Sheets without columns of coordinates are left out: ${others.join(", ")}.`);
  }
  return converted;
}
