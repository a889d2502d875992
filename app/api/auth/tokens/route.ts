import { listApiTokens } from "@/lib/accounts/api-tokens/data";
import { createApiToken } from "@/lib/accounts/api-tokens/mutations";
import { newApiTokenSchema } from "@/lib/accounts/api-tokens/schema";
import { json } from "@/lib/http/route";
import { sessionCall } from "../../call";

export const GET = sessionCall({}, async ({ viewer }) => ({ tokens: await listApiTokens(viewer) }));

export const POST = sessionCall({ body: newApiTokenSchema }, async ({ viewer, body, client }) => {
  return json({ message: "API token created", ...(await createApiToken(viewer, body, client)) }, { status: 201 });
});
