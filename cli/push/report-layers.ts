import { type Answers, type DataFile, DataRefusedError, type FoundLayer, type Question } from "../../lib/data-maps/formats/data-file";
import { gdalMessage, layerSummary, layersMessage } from "../../lib/upload-client/data-layers";
import { ClientFailure } from "../failure";
import type { Report } from "../report/report";
import { printable } from "../source/problems";
import { describeAnswered, type GivenAnswers } from "./answers";

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
 * @param hasGdal whether the server has a GDAL of its own
 * @returns the answers of the options, or null without layers @throws ClientFailure
 */
export async function reportLayers(
  files: readonly DataFile[],
  given: GivenAnswers,
  report: Pick<Report, "log">,
  hasGdal = true,
): Promise<Answers | null> {
  const { layers, answers } = await describeAnswered(files, given).catch((error: unknown) => {
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
