import { z } from "zod";
import { answeredIdSchema, countSchema, timeSchema } from "../../http/paging/schema";

export const trashItemSchema = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.enum(["file", "folder"]),
  size: countSchema.describe("Bytes of all files in it."),
  fileCount: countSchema,
  from: z.string().describe("Path of the folder that it lay in; empty for the top."),
  deletedAt: timeSchema,
  deletedBy: z.object({ _id: answeredIdSchema, fullName: z.string() }).nullable().describe("Null when the account is gone."),
  expiresAt: timeSchema.describe("When it goes for good."),
});
export type TrashItem = z.infer<typeof trashItemSchema>;

export const trashAnswerSchema = z.object({ success: z.literal(true), items: z.array(trashItemSchema) });
export type TrashAnswer = z.infer<typeof trashAnswerSchema>;

export const emptiedAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  deleted: countSchema.describe("Items that are gone for good now."),
});
export type EmptiedAnswer = z.infer<typeof emptiedAnswerSchema>;

const trashIdSchema = z
  .string("There is no such item in the trash.")
  .regex(/^[1-9]\d{0,14}$/, "There is no such item in the trash.")
  .transform(Number);

export const restoreSchema = z.object({ id: trashIdSchema });

export const TRASH_IDS_AT_ONCE = 10_000;

export const emptyTrashSchema = z.object({ ids: z.array(trashIdSchema).max(TRASH_IDS_AT_ONCE, "Choose at most 10,000 items.").optional() });
