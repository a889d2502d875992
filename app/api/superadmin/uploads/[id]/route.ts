import { cancelUpload } from "@/lib/imports/uploads/mutations";
import { superadminCall } from "../../../call";

export const DELETE = superadminCall("write")({}, async ({ viewer, id, client }) => {
  await cancelUpload(viewer, id, client);
  return { message: "Upload cancelled" };
});
