import { revokeShareLink } from "@/lib/projects/share-links/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("write", {
  summary: "Revoke a share link",
  description: "Closes maps that the link has opened, within 30 seconds.",
})(async ({ viewer, id, client }) => {
  await revokeShareLink(viewer, id, client);
  return { message: "Link revoked" };
});
