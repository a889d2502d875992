import { revokeShareLink } from "@/lib/projects/share-links/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("write")({}, async ({ viewer, id, client }) => {
  await revokeShareLink(viewer, id, client);
  return { message: "Link revoked" };
});
