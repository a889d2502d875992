import type { ItemAnswer } from "@/lib/files/schema";
import { restoreItem } from "@/lib/files/trash/mutations";
import { restoreSchema } from "@/lib/files/trash/schema";
import { fileChange } from "../../file-change";

export const POST = fileChange("write", restoreSchema, async (scope, { id }, actor): Promise<ItemAnswer> => {
  const item = await restoreItem(scope, id, actor);
  return { success: true, message: `Restored “${item.path}” successfully`, item };
});
