import { listAllApiTokens } from "@/lib/accounts/api-tokens/data";
import { apiTokenPageSchema, apiTokenQuerySchema } from "@/lib/accounts/api-tokens/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("session", { summary: "List all API tokens", query: apiTokenQuerySchema, answer: apiTokenPageSchema })(
  ({ viewer, query }) => listAllApiTokens(viewer, query),
);
