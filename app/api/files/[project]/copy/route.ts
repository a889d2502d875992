import { copyItems } from "@/lib/files/edit/relocate";
import { type ItemsAnswer, itemsAnswerSchema, relocateSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("write", {
  summary: "Copy files and folders",
  description: "Copies all of them, or none. If a name is taken, the copy gets another name.",
  body: relocateSchema,
  example: { itemPaths: ["data/depths.geojson"], targetPath: "archive" },
  answer: itemsAnswerSchema,
  errors: [409],
})(async (scope, { itemPaths, targetPath }, actor): Promise<ItemsAnswer> => {
  const items = await copyItems(scope, itemPaths, targetPath, actor);
  return { success: true, message: `Copied ${items.length} item(s) successfully`, items };
});
