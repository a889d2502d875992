import { z } from "zod";

/** So long what was deleted can be restored. */
export const TRASH_DAYS = 30;

/** Something that was deleted, as the API answers it. Times are ISO 8601 in UTC. */
export interface TrashItem {
  _id: string;
  name: string;
  type: "file" | "folder";
  /** Bytes of all files in it. */
  size: number;
  fileCount: number;
  /** Path of the folder that it lay in; "" for the top. */
  from: string;
  deletedAt: string;
  /** Null when the account is gone. */
  deletedBy: { _id: string; fullName: string } | null;
  /** When it goes for good. */
  expiresAt: string;
}

/** Answer of GET /api/files/{project}/trash, newest first. */
export interface TrashAnswer {
  success: true;
  items: TrashItem[];
}

/** Answer of DELETE /api/files/{project}/trash. */
export interface EmptiedAnswer {
  success: true;
  message: string;
  /** Items that are gone for good now. */
  deleted: number;
}

const trashIdSchema = z
  .string("There is no such item in the trash.")
  .regex(/^[1-9]\d{0,14}$/, "There is no such item in the trash.")
  .transform(Number);

/** Body of POST /api/files/{project}/trash/restore. */
export const restoreSchema = z.object({ id: trashIdSchema });

/** So many items of the trash go for good at once. */
export const TRASH_IDS_AT_ONCE = 10_000;

/** Body of DELETE /api/files/{project}/trash: these items, or without `ids` all of them, for good. */
export const emptyTrashSchema = z.object({ ids: z.array(trashIdSchema).max(TRASH_IDS_AT_ONCE, "Choose at most 10,000 items.").optional() });
