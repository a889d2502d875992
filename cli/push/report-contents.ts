import { type Answers, type DataFile, DataRefusedError, type FoundLayer, type Question } from "../../lib/data-maps/formats/data-file";
import type { TileFolder } from "../../lib/data-maps/formats/tiles/tile-folders";
import { gdalMessage, layerSummary, layersMessage } from "../../lib/upload-client/data-layers";
import type { SelectionFacts } from "../../lib/upload-client/plan/file-table";
import { ClientFailure, printable } from "../failure";
import { countOf, type Report } from "../report/report";
import { describeAnswered, type GivenAnswers } from "./answers";

/** Logs what is left out, and which folder becomes the map. */
export function reportContents({ leftOut, wrappingFolder }: Pick<SelectionFacts, "leftOut" | "wrappingFolder">, report: Report): void {
  if (leftOut > 0) report.log(`${countOf(leftOut, "file")} added by the operating system will be left out.`);
  if (wrappingFolder !== null) report.log(`The content of ${printable(wrappingFolder)} becomes the map.`);
}

/** Logs the page that visitors see first. @param wanted the page of `--start-page` @throws ClientFailure when it isn't there */
export function reportStartPage(
  { hasIndexHtml, pages, innerArchive }: Pick<SelectionFacts, "hasIndexHtml" | "pages" | "innerArchive">,
  wanted: string | undefined,
  report: Report,
): void {
  if (wanted !== undefined && !pages.includes(wanted)) {
    const reason = hasIndexHtml ? "the map begins with its index.html" : `there is no page ${printable(wanted)}`;
    throw new ClientFailure("unpublishable", `--start-page: ${reason}.`);
  }
  const [likeliest] = pages;
  if (hasIndexHtml) return;
  if (innerArchive !== null) report.log(`${printable(innerArchive)} is an archive, which isn't unpacked. Publish that file instead.`);
  if (likeliest === undefined) report.log("It contains no page, so the map's address will show nothing.");
  else if (wanted === undefined && pages.length > 1)
    report.log(`The map begins with ${printable(likeliest)}. Choose another page with --start-page.`);
  else report.log(`The map begins with ${printable(wanted ?? likeliest)}.`);
}

/** Returns pairs of paths that differ only in case. They are one file on Windows and most Macs, but two on the web. */
export function findCaseCollisions(paths: readonly string[]): [string, string][] {
  const seen = new Map<string, string>();
  const found: [string, string][] = [];
  for (const path of paths) {
    const folded = path.toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, path);
    else found.push([other, path]);
  }
  return found;
}

export function warnOfCases(paths: readonly string[], report: Pick<Report, "log">): void {
  const [first, ...others] = findCaseCollisions(paths);
  if (!first) return;
  const more = others.length > 0 ? `, and ${countOf(others.length, "pair")} more` : "";
  report.log(`${printable(first[0])} and ${printable(first[1])} differ only in upper and lower case${more}. Both are published.`);
}

const LATER = "Without an answer, the map keeps the one that it has. You can answer later in Map Settings.";

/** Returns the option that answers a question. */
function optionFor(file: string, question: Question): string {
  const name = printable(file);
  switch (question.kind) {
    case "projection": {
      const likely = question.likely.length > 1 ? ` Likely: ${question.likely.join(", ")}.` : "";
      return `needs an answer: --projection ${name}=${question.likely[0] ?? "EPSG:NUMBER"}.${likely}`;
    }
    case "columns":
      return `needs an answer: --columns ${name}=LONGITUDE,LATITUDE. Columns: ${question.columns.map(printable).join(", ")}.`;
    case "swapped":
      return `Latitude and longitude look swapped: the first point is at ${question.at.join(", ")}. To swap them: --swap ${name}`;
  }
}

function logLayer(layer: FoundLayer, report: Pick<Report, "log">): void {
  const { name, file, notes = [], question } = layer;
  report.log(`  ${printable(name)} (${layerSummary(layer)})`);
  for (const note of notes) report.log(`    ${printable(note)}`);
  if (question) report.log(`    ${optionFor(file, question)}`);
}

/**
 * Logs the layers of the map that Sea-Vision makes of files without an index.html.
 * @param options.hasGdal whether the server has a GDAL of its own @param options.folders of tiles
 * @returns the answers of the options, or null without layers @throws ClientFailure
 */
export async function reportLayers(
  files: readonly DataFile[],
  given: GivenAnswers,
  report: Pick<Report, "log">,
  { hasGdal = true, folders = [] }: { hasGdal?: boolean; folders?: readonly TileFolder[] } = {},
): Promise<Answers | null> {
  const { layers, answers } = await describeAnswered(files, given, folders).catch((error: unknown) => {
    throw error instanceof DataRefusedError ? new ClientFailure("unpublishable", error.message) : error;
  });
  if (layers.length === 0) return null;
  report.log(`${layersMessage(layers.length)}:`);
  for (const layer of layers) logLayer(layer, report);
  if (layers.some(({ question }) => question)) report.log(LATER);
  const message = hasGdal ? null : gdalMessage(layers);
  if (message) report.log(message);
  return answers;
}
