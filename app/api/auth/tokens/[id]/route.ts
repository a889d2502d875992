import { revokeApiToken } from "@/lib/accounts/api-tokens/mutations";
import { sessionCall } from "../../../call";

export const DELETE = sessionCall({}, async ({ viewer, id, client }) => {
  await revokeApiToken(viewer, id, client);
  return { message: "API token revoked" };
});
