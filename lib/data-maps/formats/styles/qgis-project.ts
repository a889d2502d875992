import { ArchiveDirectory } from "../../../archives/directory/archive-directory";
import { LOCAL_HEADER_BYTES, METHOD_DEFLATED } from "../../../archives/entry-kind";
import { ArchiveRefusedError, quoteName } from "../../../archives/refusals";
import { type DataFile, DataRefusedError } from "../data-file";
import { inflateBounded } from "../inflate-bounded";
import type { FoundStyle } from "./found-style";
import { readQgisStyle } from "./qgis-style";
import { childrenOf, find, readRoot, textOf } from "./xml-elements";

const MOST_PROJECT_BYTES = 20 * 1024 * 1024;
const MOST_LAYERS = 500;

/** A layer of a QGIS project. */
export interface ProjectLayer {
  /** Path of its file from the top of the map, or null for a service or a database. */
  file: string | null;
  /** Layer in the file, if it names one. */
  table: string | undefined;
  style: FoundStyle & { name: string; visible: boolean };
}

/** Returns the text of the project in a `.qgz`. @throws DataRefusedError */
async function inflateProject({ path, size, read }: DataFile): Promise<string> {
  const damaged = () => new DataRefusedError(`${quoteName(path)} can't be read as a QGIS project. Save it again, and upload it.`);
  try {
    for await (const entry of (await ArchiveDirectory.open(read, size)).entries()) {
      if (!entry.name?.toLowerCase().endsWith(".qgs")) continue;
      if (Math.max(entry.size, entry.storedSize) > MOST_PROJECT_BYTES) throw damaged();
      const header = await read(entry.offset, LOCAL_HEADER_BYTES);
      const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
      const start = entry.offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
      const bytes = new Uint8Array(await read(start, entry.storedSize));
      const isDeflated = entry.method === METHOD_DEFLATED;
      return new TextDecoder().decode(isDeflated ? await inflateBounded(bytes.buffer, MOST_PROJECT_BYTES, "deflate-raw") : bytes);
    }
  } catch (error) {
    if (!(error instanceof ArchiveRefusedError || error instanceof RangeError || error instanceof TypeError)) throw error;
  }
  throw damaged();
}

/** Returns the path that a data source of QGIS names, and the layer in it. */
function parseSource(source: string): { path: string; table: string | undefined } {
  const [first = "", ...options] = source.split("|");
  const [, gpkg, gpkgTable] = /^GPKG:(.*):([^:]+)$/.exec(first) ?? [];
  const isUrl = first.startsWith("file:");
  const path = gpkg ?? (isUrl ? first.replace(/^file:(\/\/)?/, "").replace(/\?.*$/, "") : first);
  const table = gpkgTable ?? options.find((option) => option.startsWith("layername="))?.slice("layername=".length);
  return { path: isUrl ? decodeURIComponent(path) : path, table };
}

/** Returns the file of the upload that a data source names: by its path from the project, otherwise by its name if only one has it. */
function findFile(source: string, project: string, paths: readonly string[]): string | null {
  const parts = project.split("/").slice(0, -1);
  const plain = source.replaceAll("\\", "/").replace(/\/$/, "");
  for (const part of plain.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const name = plain.slice(plain.lastIndexOf("/") + 1).toLowerCase();
  const byPath = paths.find((path) => path === parts.join("/"));
  const [byName, ...others] = paths.filter((path) => path.slice(path.lastIndexOf("/") + 1).toLowerCase() === name);
  return byPath ?? (byName !== undefined && name !== "" && others.length === 0 ? byName : null);
}

/** Returns the ids of the layers in the order in which they are drawn, the highest first, and whether they are shown. */
function readTree(root: Element): { id: string; isShown: boolean }[] {
  const walk = (group: Element | undefined, isShown: boolean): { id: string; isShown: boolean }[] =>
    Array.from(group?.childNodes ?? []).flatMap((node) => {
      const child = node as Element;
      if (child.localName !== "layer-tree-layer" && child.localName !== "layer-tree-group") return [];
      const isChecked = isShown && child.getAttribute("checked") !== "Qt::Unchecked";
      return child.localName === "layer-tree-group" ? walk(child, isChecked) : [{ id: child.getAttribute("id") ?? "", isShown: isChecked }];
    });
  const tree = find(root, "layer-tree-group");
  const layers = walk(tree, true);
  const custom = find(tree, "custom-order");
  const order = custom?.getAttribute("enabled") === "1" ? childrenOf(custom, "item").map(textOf) : [];
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return layers.sort((one, other) => placeOf(one.id) - placeOf(other.id)).slice(0, MOST_LAYERS);
}

/** Returns the layers of a QGIS project, the highest first. @param paths of the files that it may show @throws DataRefusedError */
export async function readProject(file: DataFile, paths: readonly string[]): Promise<ProjectLayer[]> {
  const isZip = file.path.toLowerCase().endsWith(".qgz");
  const text = isZip ? await inflateProject(file) : new TextDecoder().decode(await file.read(0, file.size));
  const root = await readRoot(file.path, text);
  if (root?.localName !== "qgis") throw new DataRefusedError(`${quoteName(file.path)} isn't a QGIS project. Save it again, and upload it.`);
  const layers = new Map(childrenOf(find(root, "projectlayers"), "maplayer").map((layer) => [textOf(find(layer, "id")), layer]));
  return readTree(root).flatMap(({ id, isShown }) => {
    const layer = layers.get(id);
    if (!layer) return [];
    const { path, table } = parseSource(textOf(find(layer, "datasource")));
    const name = textOf(find(layer, "layername")).slice(0, 120) || "Layer";
    return [{ file: findFile(path, file.path, paths), table, style: { ...readQgisStyle(layer), name, visible: isShown } }];
  });
}
