import { cancelUpload } from "@/lib/imports/uploads/mutations";
import { uploadPath } from "@/lib/openapi/parameters";
import { superadminCall } from "../../../call";

export const DELETE = superadminCall("write", {
  summary: "Cancel any upload",
  description: "Aborts the request that is sending bytes, deletes the bytes, and frees the reserved space.",
  path: uploadPath,
  errors: [409, 423],
})(async ({ viewer, id, client }) => {
  await cancelUpload(viewer, id, client);
  return { message: "Upload cancelled" };
});
