import { convertedFile } from "../../data-maps/formats/converted-file";
import { type Reading, readDataMap } from "../../data-maps/publish/read-data-map";
import { type FileEntry, findEntries } from "../../trees/data";

export interface DueFile {
  path: string;
  file: FileEntry;
}

/** Paths of an MBTiles file that a layer of PMTiles may have been converted from. */
const sourcesOf = (path: string) => [".mbtiles", ".MBTILES"].map((ending) => path.replace(/\.pmtiles$/, ending));

/** Returns the MBTiles files of a project's map that its map.json shows, and that are not converted. */
export async function findConversions(projectId: string, reading: Reading): Promise<DueFile[]> {
  const root = { projectId };
  const map = await readDataMap(reading, root);
  const shown = new Set((map?.layers ?? []).filter(({ problem }) => problem === undefined).map(({ file }) => file));
  const candidates = [...shown].flatMap((path) =>
    /\.mbtiles$/i.test(path) ? [path] : sourcesOf(path).filter((source) => source !== path),
  );
  const paths = [...new Set(candidates)];
  const find = (all: readonly string[]) => findEntries(all.map((path) => ({ root, path: path.split("/") })));
  const [sources, converted] = [await find(paths), await find(paths.map(convertedFile))];
  return paths.flatMap((path, index) => {
    const file = sources[index];
    // A file that was converted before, and still is the layer itself, is converted again.
    const isDone = converted[index] != null && !shown.has(path);
    return file?.kind === "file" && !isDone ? [{ path, file }] : [];
  });
}
