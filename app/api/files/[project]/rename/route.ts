import { renameItem } from "@/lib/files/mutations";
import { type ItemAnswer, itemAnswerSchema, renameSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const PATCH = fileChange("write", {
  summary: "Rename a file or folder",
  body: renameSchema,
  example: { oldPath: "tiles", newName: "tiles-2026" },
  answer: itemAnswerSchema,
  errors: [409],
})(async (scope, { oldPath, newName }, actor): Promise<ItemAnswer> => {
  return { success: true, message: "Renamed successfully", item: await renameItem(scope, oldPath, newName, actor) };
});
