import { z } from "zod";

/** Rows of a page of the screens, and when a cursor comes without a limit: more than a screen shows, few enough to come at once. */
export const ROWS_PER_PAGE = 50;

/** What is looked for in a list, as somebody typed it. */
export const searchTextSchema = z
  .string()
  .max(200, "The search text can have at most 200 characters.")
  .transform((text) => text.replace(/\p{Cc}/gu, "").trim())
  .default("");

/** Which page of a list; without `limit` and `cursor` it answers whole (DESIGN §5). */
export const pageQueryFields = {
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, "limit must be a whole number from 1 to 200.")
    .transform(Number)
    .optional(),
  /** `nextCursor` of the page before, for the same search and order. */
  cursor: z.string().max(1000, "The cursor is not one of this list.").optional(),
};

/** Which page was asked for. */
export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** How much of a list an answer holds. */
export interface PageInfo {
  /** Rows that match, over all pages. */
  total: number;
  /** Asks for the next page; null on the last one. */
  nextCursor: string | null;
}
