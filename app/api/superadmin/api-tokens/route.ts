import { listAllApiTokens } from "@/lib/accounts/api-tokens/data";
import { apiTokenQuerySchema } from "@/lib/accounts/api-tokens/schema";
import { superadminCall } from "../../call";

export const GET = superadminCall("session")({ query: apiTokenQuerySchema }, ({ viewer, query }) => listAllApiTokens(viewer, query));
