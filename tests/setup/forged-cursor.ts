/**
 * Forges a list cursor from a real cursor with the same sort order.
 * @param real cursor returned by the list
 * @param key replaces the sort key of the last row
 * @param id replaces the ID of the last row, if given
 */
export function forgedCursor(real: string | null, key: unknown, id?: string): string {
  const [, lastId, ...rest] = JSON.parse(Buffer.from(real ?? "", "base64url").toString("utf8"));
  return Buffer.from(JSON.stringify([key, id ?? lastId, ...rest])).toString("base64url");
}
