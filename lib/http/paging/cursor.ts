import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../errors";

/** Only what PostgreSQL takes for a value of that type: its text has no NUL, and its calendar no year 0. */
const keySchemas = {
  text: z.string().regex(/^[^\0]*$/),
  timestamptz: z.iso.datetime({ precision: 3 }).regex(/^(?!0000)/),
  int: z.int32(),
};
const idSchemas = {
  uuid: z.uuid(),
  bigint: z.string().regex(/^[1-9]\d{0,17}$/),
};

/** Type of the value that a list is ordered by. */
export type KeyType = keyof typeof keySchemas;
/** Type of the rows' ids. */
export type IdType = keyof typeof idSchemas;

/** Where a page ends: the last row's key and id. */
export type Cursor = [key: string | number, id: string];

/** How the rows of a list lie, as far as a cursor depends on it. */
export interface CursorOrder {
  /** What tells this order from the others whose keys are of the same type. */
  name: string;
  type: KeyType;
  /** Unless it is a UUID. */
  idType?: IdType;
}

/** Short, since it stands in every address: two orders of this product that share one would be a coincidence. */
const markOf = ({ name }: CursorOrder) => createHash("sha256").update(name).digest("base64url").slice(0, 6);

/** @throws AppError 400 for what no list of this order has given out */
export function parseCursor(text: string | undefined, order: CursorOrder): Cursor | [null, null] {
  if (text === undefined) return [null, null];
  try {
    const schema = z.tuple([keySchemas[order.type], idSchemas[order.idType ?? "uuid"], z.literal(markOf(order))]);
    const [key, id] = schema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return [key, id];
  } catch {
    // Whatever is wrong with it, the answer below says so.
  }
  throw new AppError("bad_request", "The cursor is not one of this list.", { fields: { cursor: "The cursor is not one of this list." } });
}

export function formatCursor(key: string | number | Date, id: string, order: CursorOrder): string {
  const cursor: Cursor = [key instanceof Date ? key.toISOString() : key, id];
  return Buffer.from(JSON.stringify([...cursor, markOf(order)])).toString("base64url");
}
