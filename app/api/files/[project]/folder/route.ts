import { createFolder } from "@/lib/files/mutations";
import { createFolderSchema, type ItemAnswer, itemAnswerSchema } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("write", {
  summary: "Create a folder",
  body: createFolderSchema,
  example: { folderPath: "", folderName: "tiles" },
  answer: itemAnswerSchema,
  errors: [409],
})(async (scope, { folderPath, folderName }, actor): Promise<ItemAnswer> => {
  return { success: true, message: "Folder created successfully", item: await createFolder(scope, folderPath, folderName, actor) };
});
