import { readGroup } from "@/lib/accounts/groups/data";
import { deleteGroup, editGroup } from "@/lib/accounts/groups/mutations";
import { groupInputSchema, groupSchema } from "@/lib/accounts/groups/schema";
import { bodyLimits } from "@/lib/http/route";
import { adminCall } from "../../call";

export const GET = adminCall("people-read", { summary: "Read a group", answer: groupSchema })(({ viewer, id }) => readGroup(viewer, id));

export const PUT = adminCall("people", {
  summary: "Edit a group",
  description: "Members lose projects that are not listed. Returns 409 if another group has the name, in any case.",
  body: groupInputSchema,
  bodyLimit: bodyLimits.lists,
  example: { name: "Harbour masters", projects: ["3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11"] },
  answer: { group: groupSchema },
  errors: [409],
})(async ({ viewer, id, body, client }) => ({ message: "Group saved", group: await editGroup(viewer, id, body, client) }));

export const DELETE = adminCall("people", {
  summary: "Delete a group",
  description: "Its members lose the projects that only this group gave them.",
})(async ({ viewer, id, client }) => {
  await deleteGroup(viewer, id, client);
  return { message: "Group deleted" };
});
