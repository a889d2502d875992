/**
 * A cursor as somebody might make it up who has seen one of the same order.
 * @param real given out by the list
 * @param key stands in place of the last row's
 * @param id likewise; that of the last row unless given
 */
export function forgedCursor(real: string | null, key: unknown, id?: string): string {
  const [, lastId, ...rest] = JSON.parse(Buffer.from(real ?? "", "base64url").toString("utf8"));
  return Buffer.from(JSON.stringify([key, id ?? lastId, ...rest])).toString("base64url");
}
