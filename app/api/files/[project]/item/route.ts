import { type DeleteAnswer, deleteAnswerSchema, deleteItemSchema } from "@/lib/files/schema";
import { deleteItem, trashItem } from "@/lib/files/trash/mutations";
import { TRASH_DAYS } from "@/lib/trees/schema";
import { fileChange } from "../file-change";

export const DELETE = fileChange("write", {
  summary: "Delete a file or folder",
  description: `Moves it to the trash for ${TRASH_DAYS} days. With \`permanently\`, deletes it at once.`,
  body: deleteItemSchema,
  example: { itemPath: "data/depths.geojson", itemType: "file" },
  answer: deleteAnswerSchema,
  errors: [409],
})(async (scope, { itemPath: path, itemType: type, permanently }, actor): Promise<DeleteAnswer> => {
  if (!permanently) return { success: true, message: "Moved to trash", trashId: await trashItem(scope, { path, type }, actor) };
  await deleteItem(scope, { path, type }, actor);
  return { success: true, message: "Deleted successfully", trashId: null };
});
