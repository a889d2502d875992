import { listApiTokens } from "@/lib/accounts/api-tokens/data";
import { createApiToken } from "@/lib/accounts/api-tokens/mutations";
import { apiTokenListSchema, createdApiTokenSchema, newApiTokenSchema } from "@/lib/accounts/api-tokens/schema";
import { sessionCall } from "../../call";

export const GET = sessionCall("session", {
  summary: "List my API tokens",
  description: "Returns all tokens without their secrets, newest first. Includes expired tokens.",
  answer: apiTokenListSchema,
})(async ({ viewer }) => ({ tokens: await listApiTokens(viewer) }));

export const POST = sessionCall("session", {
  summary: "Create an API token",
  description: "Only this answer contains the token itself. Admins and superadmins can choose the scope `publish`.",
  needsProof: true,
  body: newApiTokenSchema,
  example: { name: "Nightly build", scope: "publish", projectIds: ["3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11"], expiresInDays: 90 },
  status: 201,
  answer: createdApiTokenSchema,
  errors: [409],
})(async ({ viewer, body, client }) => {
  return { message: "API token created", ...(await createApiToken(viewer, body, client)) };
});
