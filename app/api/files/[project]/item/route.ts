import { type DeleteAnswer, deleteItemSchema } from "@/lib/files/schema";
import { deleteItem, trashItem } from "@/lib/files/trash/mutations";
import { fileChange } from "../file-change";

export const DELETE = fileChange(
  "write",
  deleteItemSchema,
  async (scope, { itemPath: path, itemType: type, permanently }, actor): Promise<DeleteAnswer> => {
    if (!permanently) return { success: true, message: "Moved to trash", trashId: await trashItem(scope, { path, type }, actor) };
    await deleteItem(scope, { path, type }, actor);
    return { success: true, message: "Deleted successfully", trashId: null };
  },
);
