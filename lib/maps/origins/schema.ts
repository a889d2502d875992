/**
 * Returns the origin of one map.
 * @param pattern origin of the maps; with `*` as its first label, each map has an origin of its own
 * @param label name of the map in its own origin
 */
export function originOf(pattern: string, label: string): string {
  return pattern.replace("//*.", `//${label}.`);
}

/** Returns the origin that belongs to no single map. It serves programs, and the page that frames maps of other sites. */
export function sharedOriginOf(pattern: string): string {
  return pattern.replace("//*.", "//");
}
