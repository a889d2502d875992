import { moveItems } from "@/lib/files/edit/relocate";
import { type ItemsAnswer, relocateSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("write", relocateSchema, async (scope, { itemPaths, targetPath }, actor): Promise<ItemsAnswer> => {
  const items = await moveItems(scope, itemPaths, targetPath, actor);
  return { success: true, message: `Moved ${items.length} item(s) successfully`, items };
});
