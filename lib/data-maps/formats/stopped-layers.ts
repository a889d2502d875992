import type { DataMap, MapLayer } from "../schema";
import { CONVERSION_CANCELLED } from "../values";
import { keepWhole, withProblem } from "./compose-map";
import { sourceOf } from "./converted-file";

/** Why a result is shown without the tiles that its size asks for. */
const NO_TILES = "No vector tiles were made of it. It is shown as it is.";

const isLargeResult = ({ file, convertedFrom }: MapLayer, path: string) => file === path && convertedFrom !== undefined;

/** Returns a map that says that the conversion of a file was cancelled. A result that would become tiles is shown as it is. */
export function withCancellation(map: DataMap, path: string): DataMap {
  return map.layers.some((layer) => isLargeResult(layer, path)) ? keepWhole(map, path) : withProblem(map, path, CONVERSION_CANCELLED);
}

/** Returns why a layer is not converted, and the file to convert, or null. */
function stopOf(layer: MapLayer): { path: string; problem: string } | null {
  const { file, convertedFrom, problem } = layer;
  const path = sourceOf(layer);
  if (path !== null && problem !== undefined) return { path, problem };
  return convertedFrom?.isWhole ? { path: file, problem: NO_TILES } : null;
}

/** Returns the files of a map whose conversion failed or was cancelled, each once, and why. */
export function stoppedFiles(map: DataMap): { path: string; problem: string }[] {
  const byPath = new Map(map.layers.flatMap((layer) => stopOf(layer) ?? []).map((stop) => [stop.path, stop]));
  return [...byPath.values()];
}

/** Returns whether all layers of a file say that its conversion was stopped. */
export function isStopped(map: DataMap, path: string): boolean {
  const concerned = map.layers.filter((layer) => sourceOf(layer) === path || isLargeResult(layer, path));
  return concerned.length > 0 && concerned.every((layer) => stopOf(layer)?.path === path);
}

/** Returns a map that has a file converted again, or null when its conversion was not stopped. */
export function tryAgain(map: DataMap, path: string): DataMap | null {
  const isOf = (layer: MapLayer) => stopOf(layer)?.path === path;
  if (!map.layers.some(isOf)) return null;
  const layers = map.layers.map((layer) => {
    if (!isOf(layer)) return layer;
    const { convertedFrom } = layer;
    return { ...layer, problem: undefined, ...(convertedFrom && { convertedFrom: { ...convertedFrom, isWhole: undefined } }) };
  });
  return { ...map, layers };
}
