import { createFolder } from "@/lib/files/mutations";
import { createFolderSchema, type ItemAnswer } from "@/lib/files/schema";
import { fileChange } from "../file-change";

export const POST = fileChange("write", createFolderSchema, async (scope, { folderPath, folderName }, actor): Promise<ItemAnswer> => {
  return { success: true, message: "Folder created successfully", item: await createFolder(scope, folderPath, folderName, actor) };
});
