const MOST_CHARACTERS = 120;

/** Between words. Those of dates and of names such as S-57 stay. */
const HYPHEN = /(?<=\p{L})-(?=\p{L})/gu;

/** Returns the name of a layer for a file: `data/harbour-depths.geojson` is "Harbour depths". */
export function layerName(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const stem = file.includes(".") ? file.slice(0, file.lastIndexOf(".")) : file;
  const name =
    stem
      .replace(/[_\s]+/g, " ")
      .replace(HYPHEN, " ")
      .trim() || file;
  return (name.charAt(0).toUpperCase() + name.slice(1, MOST_CHARACTERS)).trim();
}
