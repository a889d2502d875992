import { listGroupPage } from "@/lib/accounts/groups/data";
import { createGroup } from "@/lib/accounts/groups/mutations";
import { groupInputSchema, groupListQuerySchema, groupPageSchema, groupSchema } from "@/lib/accounts/groups/schema";
import { bodyLimits } from "@/lib/http/route";
import { adminCall } from "../call";

export const GET = adminCall("people-read", { summary: "List groups", query: groupListQuerySchema, answer: groupPageSchema })(
  ({ viewer, query }) => listGroupPage(viewer, query),
);

export const POST = adminCall("people", {
  summary: "Create a group",
  description: "Returns 409 if another group has the name, in any case.",
  body: groupInputSchema,
  bodyLimit: bodyLimits.lists,
  example: { name: "Harbour masters", projects: ["3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11"] },
  status: 201,
  answer: { group: groupSchema },
  errors: [409],
})(async ({ viewer, body, client }) => ({ message: "Group created", group: await createGroup(viewer, body, client) }));
