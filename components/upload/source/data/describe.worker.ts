import { expose } from "comlink";
import type { Answers, FoundLayer } from "@/lib/data-maps/formats/data-file";
import { describeFiles } from "@/lib/data-maps/formats/describe-files";
import type { TileFolder } from "@/lib/data-maps/formats/tiles/tile-folders";
import { toDataFile } from "@/lib/upload-client/data-layers";
import { type ZipEntry, zipDataFile } from "@/lib/upload-client/zip/zip-data-file";

/** A chosen file, or an entry of a chosen ZIP. */
export type LocalData = { file: File; path: string } | { file: File; entry: ZipEntry };

/** The files of a choice that can be data of a map, or belong to them. */
export interface ChosenFiles {
  data: readonly LocalData[];
  /** Folders of tiles, of which `data` has some. */
  tiles: readonly TileFolder[];
}

/** @throws DataRefusedError */
function describe({ data, tiles }: ChosenFiles, answers: Answers): Promise<FoundLayer[]> {
  const files = data.map((one) => ("entry" in one ? zipDataFile(one.file, one.entry) : toDataFile(one.path, one.file)));
  return describeFiles(files, undefined, answers, { folders: tiles });
}

expose(describe);

export type Describe = typeof describe;
