import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../errors";

/** Values that PostgreSQL accepts: no NUL in text, no year 0. */
const keySchemas = {
  text: z.string().regex(/^[^\0]*$/),
  timestamptz: z.iso.datetime({ precision: 3 }).regex(/^(?!0000)/),
  int: z.int32(),
};
const idSchemas = {
  uuid: z.uuid(),
  bigint: z.string().regex(/^[1-9]\d{0,17}$/),
};

export type KeyType = keyof typeof keySchemas;
export type IdType = keyof typeof idSchemas;

export type Cursor = [key: string | number, id: string];

/** What a cursor depends on. */
export interface CursorOrder {
  /** Distinguishes orders whose keys have the same type. */
  name: string;
  type: KeyType;
  idType?: IdType;
}

/** Short, because it is part of URLs. */
const markOf = ({ name }: CursorOrder) => createHash("sha256").update(name).digest("base64url").slice(0, 6);

/** Parses a cursor. @throws AppError 400 for a cursor of another list or order */
export function parseCursor(text: string | undefined, order: CursorOrder): Cursor | [null, null] {
  if (text === undefined) return [null, null];
  try {
    const schema = z.tuple([keySchemas[order.type], idSchemas[order.idType ?? "uuid"], z.literal(markOf(order))]);
    const [key, id] = schema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return [key, id];
  } catch {
    // The error below covers every cause.
  }
  throw new AppError("bad_request", "The cursor is not one of this list.", { fields: { cursor: "The cursor is not one of this list." } });
}

export function formatCursor(key: string | number | Date, id: string, order: CursorOrder): string {
  const cursor: Cursor = [key instanceof Date ? key.toISOString() : key, id];
  return Buffer.from(JSON.stringify([...cursor, markOf(order)])).toString("base64url");
}
