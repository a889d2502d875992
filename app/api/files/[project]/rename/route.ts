import { renameItem } from "@/lib/files/mutations";
import { type ItemAnswer, renameSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const PATCH = fileChange("write", renameSchema, async (scope, { oldPath, newName }, actor): Promise<ItemAnswer> => {
  return { success: true, message: "Renamed successfully", item: await renameItem(scope, oldPath, newName, actor) };
});
