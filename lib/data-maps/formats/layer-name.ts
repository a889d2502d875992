const MOST_CHARACTERS = 120;

/** Returns the name of a layer for a file: `data/harbour_depths.geojson` is "harbour depths". */
export function layerName(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const stem = file.includes(".") ? file.slice(0, file.lastIndexOf(".")) : file;
  const name = stem.replace(/[_\s]+/g, " ").trim() || file;
  return name.slice(0, MOST_CHARACTERS).trim();
}
