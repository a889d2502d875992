import { DataRefusedError } from "../../lib/data-maps/formats/data-file";
import { describeFiles } from "../../lib/data-maps/formats/describe-files";
import { FORMAT_LABELS, formatOfName, KIND_LABELS } from "../../lib/data-maps/values";
import { layersMessage, toDataFile } from "../../lib/publish/data-layers";
import type { FolderFile } from "../../lib/publish/send/byte-source";
import { ClientFailure } from "../failure";
import type { Report } from "../report/report";
import type { DiskFile } from "../source/disk-file";
import { printable } from "../source/problems";

/** Logs the layers of the map that Sea-Vision makes of files without an index.html. @returns false without any @throws ClientFailure */
export async function reportData(files: readonly FolderFile<DiskFile>[], report: Pick<Report, "log">): Promise<boolean> {
  const data = files.filter(({ path }) => formatOfName(path) !== null);
  try {
    const layers = await describeFiles(data.map(({ path, file }) => toDataFile(path, file)));
    if (layers.length === 0) report.log("There is no index.html at the top: the map will have no page to begin with.");
    else report.log(`${layersMessage(layers.length)}:`);
    for (const { name, format, kind } of layers) report.log(`  ${printable(name)} (${FORMAT_LABELS[format]}, ${KIND_LABELS[kind]})`);
    return layers.length > 0;
  } catch (error) {
    throw error instanceof DataRefusedError ? new ClientFailure("unpublishable", error.message) : error;
  }
}
