import { type ItemAnswer, itemAnswerSchema } from "@/lib/files/schema";
import { restoreItem } from "@/lib/files/trash/mutations";
import { restoreSchema } from "@/lib/files/trash/schema";
import { fileChange } from "../../file-change";

export const POST = fileChange("write", {
  summary: "Restore from the trash",
  description: "The path and name of the restored item can differ from before.",
  body: restoreSchema,
  example: { id: "34" },
  answer: itemAnswerSchema,
  errors: [409],
})(async (scope, { id }, actor): Promise<ItemAnswer> => {
  const item = await restoreItem(scope, id, actor);
  return { success: true, message: `Restored “${item.path}” successfully`, item };
});
