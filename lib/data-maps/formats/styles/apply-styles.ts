import { quoteName } from "../../../archives/refusals";
import { GEODATABASE_FILE } from "../../values";
import { type DataFile, DataRefusedError, type FoundLayer } from "../data-file";
import { type FoundStyle, fitStyle, noteOf } from "./found-style";
import { type ProjectLayer, readProject } from "./qgis-project";
import { readQgisStyle } from "./qgis-style";
import { readSldStyle } from "./sld-style";
import { readRoot } from "./xml-elements";

const MOST_STYLE_BYTES = 20 * 1024 * 1024;
const MOST_NOTES = 20;
const PROJECT = /\.qg[sz]$/i;
const SIDECAR = /\.(qml|sld)$/i;

/** Returns true for a file that has styles of others. */
export const hasStyles = (path: string) => PROJECT.test(path) || SIDECAR.test(path);

/** Files that layers were converted from, by the files of the layers. */
export type Origins = Readonly<Record<string, { file: string; table: string }>>;

/** Returns the file of a layer as a project names it. */
const sourceOf = ({ file }: FoundLayer, origins: Origins) => (origins[file]?.file ?? file).replace(`/${GEODATABASE_FILE}`, "");
const stemOf = (path: string) => path.slice(0, path.lastIndexOf(".") + 1).toLowerCase();

async function readSidecar(file: DataFile): Promise<FoundStyle | null> {
  const root = await readRoot(file.path, new TextDecoder().decode(await file.read(0, file.size)));
  if (root?.localName === "qgis") return readQgisStyle(root);
  return root?.localName === "StyledLayerDescriptor" ? readSldStyle(root) : null;
}

/** Gives a layer the styles of its file. Several tables of a file have none together before it is converted. */
function styled(layer: FoundLayer, found: readonly FoundStyle[]): FoundLayer {
  const fits = found.map((one) => fitStyle(one, layer));
  const lost = fits.filter(({ missing }) => missing.length > 0);
  const notes = lost.map(({ name = layer.name, missing }) => noteOf(name, missing));
  const all = [...(layer.notes ?? []), ...notes].slice(0, MOST_NOTES);
  const { missing: _missing, ...style } = (fits.length === 1 && fits[0]) || { missing: [] };
  return { ...layer, style, name: style.name ?? layer.name, ...(all.length > 0 && { notes: all }) };
}

/** Adds what concerns no single layer to the notes of the first one. */
function withNotes([first, ...rest]: readonly FoundLayer[], notes: readonly string[]): FoundLayer[] {
  if (!first) return [];
  return notes.length === 0 ? [first, ...rest] : [{ ...first, notes: [...(first.notes ?? []), ...notes].slice(0, MOST_NOTES) }, ...rest];
}

function absentNote(project: DataFile | undefined, layers: readonly ProjectLayer[]): string[] {
  const names = layers.flatMap(({ file, style }) => (file === null ? [quoteName(style.name)] : [])).join(", ");
  if (!project || names === "") return [];
  return [`Layers of ${quoteName(project.path)} without a file in the upload are left out: ${names.slice(0, 800)}.`];
}

/**
 * Gives layers the styles of the QGIS project, QML and SLD files among `files`, in the order of the project. Notes say what isn't taken
 * over. The damage of a style file is a note as well: the map is shown without it.
 */
export async function applyStyles(layers: readonly FoundLayer[], files: readonly DataFile[], origins: Origins): Promise<FoundLayer[]> {
  const problems: string[] = [];
  const attempt = <Result>(file: DataFile, read: (file: DataFile) => Promise<Result>) =>
    read(file).catch((error: unknown) => {
      if (error instanceof DataRefusedError) problems.push(error.message);
      // A path has a wrong escape.
      else if (error instanceof URIError) problems.push(`${quoteName(file.path)} can't be read as a style.`);
      else throw error;
      return null;
    });
  const small = files.filter(({ path, size }) => hasStyles(path) && size <= MOST_STYLE_BYTES);
  const project = small.find(({ path }) => PROJECT.test(path));
  const sources = layers.map((layer) => sourceOf(layer, origins));
  const inProject = (project && (await attempt(project, (file) => readProject(file, [...new Set(sources)])))) ?? [];

  async function apply(layer: FoundLayer, source: string): Promise<FoundLayer> {
    const table = origins[layer.file]?.table ?? layer.sourceLayer;
    const isOf = (one: ProjectLayer) => one.file === source && (!one.table || !table || one.table === table);
    const found = inProject.filter(isOf).map(({ style }) => style);
    if (found.length > 0) return { ...styled(layer, found), order: inProject.findIndex(isOf) };
    const sidecar = small.find(({ path }) => SIDECAR.test(path) && stemOf(path) === stemOf(source));
    const style = sidecar && (await attempt(sidecar, readSidecar));
    return style ? styled(layer, [style]) : layer;
  }

  const done: FoundLayer[] = [];
  for (const [index, layer] of layers.entries()) done.push(await apply(layer, sources[index] ?? ""));
  done.sort((one, other) => (one.order ?? inProject.length) - (other.order ?? inProject.length));
  // Of a conversion, only the layers of one source are here.
  const isWhole = Object.keys(origins).length === 0;
  return withNotes(done, isWhole ? [...problems, ...absentNote(project, inProject)] : problems);
}
