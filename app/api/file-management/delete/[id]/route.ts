import { deletePlatformFile } from "@/lib/files/platform/mutations";
import { superadminCall } from "../../../call";

export const DELETE = superadminCall("write")({}, async ({ viewer, id, client }) => {
  await deletePlatformFile(viewer, id, client);
  return { message: "File deleted successfully" };
});
