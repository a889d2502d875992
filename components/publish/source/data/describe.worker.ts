import { expose } from "comlink";
import { describeFiles } from "@/lib/data-maps/formats/describe-files";
import { type ReportedLayer, toDataFile } from "@/lib/publish/data-layers";
import { type ZipEntry, zipDataFile } from "@/lib/publish/zip-data-file";

/** A chosen file, or an entry of a chosen ZIP. */
export type LocalData = { file: File; path: string } | { file: File; entry: ZipEntry };

/** @throws DataRefusedError */
async function describe(found: readonly LocalData[]): Promise<ReportedLayer[]> {
  const layers = await describeFiles(
    found.map((one) => ("entry" in one ? zipDataFile(one.file, one.entry) : toDataFile(one.path, one.file))),
  );
  return layers.map(({ name, format, kind }) => ({ name, format, kind }));
}

expose(describe);

export type Describe = typeof describe;
