import { expose } from "comlink";
import type { Answers, FoundLayer } from "@/lib/data-maps/formats/data-file";
import { describeFiles } from "@/lib/data-maps/formats/describe-files";
import { toDataFile } from "@/lib/upload-client/data-layers";
import { type ZipEntry, zipDataFile } from "@/lib/upload-client/zip/zip-data-file";

/** A chosen file, or an entry of a chosen ZIP. */
export type LocalData = { file: File; path: string } | { file: File; entry: ZipEntry };

/** @throws DataRefusedError */
function describe(found: readonly LocalData[], answers: Answers): Promise<FoundLayer[]> {
  const files = found.map((one) => ("entry" in one ? zipDataFile(one.file, one.entry) : toDataFile(one.path, one.file)));
  return describeFiles(files, undefined, answers);
}

expose(describe);

export type Describe = typeof describe;
