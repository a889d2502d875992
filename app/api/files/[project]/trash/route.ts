import { findScope } from "@/lib/files/data";
import { listTrash } from "@/lib/files/trash/data";
import { emptyTrash } from "@/lib/files/trash/mutations";
import { type EmptiedAnswer, emptiedAnswerSchema, emptyTrashSchema, trashAnswerSchema } from "@/lib/files/trash/schema";
import { adminCall } from "../../../call";
import { fileChange } from "../file-change";

export const GET = adminCall("read", {
  summary: "List the trash",
  description: "Returns the items that can be restored, newest first.",
  answer: trashAnswerSchema,
})(async ({ viewer, id }) => listTrash(await findScope(viewer, id)));

export const DELETE = fileChange("write", {
  summary: "Empty the trash",
  description: "Deletes the items with these `ids` permanently, or all items without `ids`.",
  body: emptyTrashSchema,
  example: { ids: ["34"] },
  answer: emptiedAnswerSchema,
})(async (scope, { ids = null }, actor): Promise<EmptiedAnswer> => {
  const deleted = await emptyTrash(scope, ids, actor);
  return { success: true, message: `Deleted ${deleted} item(s) successfully`, deleted };
});
