import { moveItems } from "@/lib/files/edit/relocate";
import { type ItemsAnswer, itemsAnswerSchema, relocateSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("write", {
  summary: "Move files and folders",
  description: "Moves all of them, or none.",
  body: relocateSchema,
  example: { itemPaths: ["data/depths.geojson"], targetPath: "archive" },
  answer: itemsAnswerSchema,
  errors: [409],
})(async (scope, { itemPaths, targetPath }, actor): Promise<ItemsAnswer> => {
  const items = await moveItems(scope, itemPaths, targetPath, actor);
  return { success: true, message: `Moved ${items.length} item(s) successfully`, items };
});
