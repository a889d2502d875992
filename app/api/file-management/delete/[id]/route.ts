import { deletePlatformFile } from "@/lib/files/platform/mutations";
import { fileDeletionSchema } from "@/lib/files/platform/schema";
import { platformFilePath } from "@/lib/openapi/parameters";
import { superadminCall } from "../../../call";

export const DELETE = superadminCall("write", {
  summary: "Delete any file",
  description: "Moves the file to the trash of its project or of the shared assets, or deletes it permanently.",
  path: platformFilePath,
  query: fileDeletionSchema,
})(async ({ viewer, id, query, client }) => {
  await deletePlatformFile(viewer, id, query, client);
  return { message: "File deleted successfully" };
});
