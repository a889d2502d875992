import { type DataFile, DataRefusedError } from "../../lib/data-maps/formats/data-file";
import { describeFiles } from "../../lib/data-maps/formats/describe-files";
import { FORMAT_LABELS, KIND_LABELS } from "../../lib/data-maps/values";
import { layersMessage } from "../../lib/upload-client/data-layers";
import { ClientFailure } from "../failure";
import type { Report } from "../report/report";
import { printable } from "../source/problems";

/** Logs the layers of the map that Sea-Vision makes of files without an index.html. @returns false without any @throws ClientFailure */
export async function reportLayers(files: readonly DataFile[], report: Pick<Report, "log">): Promise<boolean> {
  const layers = await describeFiles(files).catch((error: unknown) => {
    throw error instanceof DataRefusedError ? new ClientFailure("unpublishable", error.message) : error;
  });
  if (layers.length > 0) report.log(`${layersMessage(layers.length)}:`);
  for (const { name, format, kind } of layers) report.log(`  ${printable(name)} (${FORMAT_LABELS[format]}, ${KIND_LABELS[kind]})`);
  return layers.length > 0;
}
