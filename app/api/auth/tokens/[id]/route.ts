import { revokeApiToken } from "@/lib/accounts/api-tokens/mutations";
import { sessionCall } from "../../../call";

export const DELETE = sessionCall("session", {
  summary: "Revoke an API token",
  description: "Requests with the token return 401 at once. Superadmins can revoke the tokens of all accounts.",
})(async ({ viewer, id, client }) => {
  await revokeApiToken(viewer, id, client);
  return { message: "API token revoked" };
});
