import { deletePlatformFile } from "@/lib/files/platform/mutations";
import { fileDeletionSchema } from "@/lib/files/platform/schema";
import { superadminCall } from "../../../call";

export const DELETE = superadminCall("write")({ query: fileDeletionSchema }, async ({ viewer, id, query, client }) => {
  await deletePlatformFile(viewer, id, query, client);
  return { message: "File deleted successfully" };
});
