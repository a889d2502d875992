import { listMemberPage } from "@/lib/accounts/groups/data";
import { addMembers, changeMemberEnd, removeMember } from "@/lib/accounts/groups/members";
import {
  addedMembersFields,
  addMembersSchema,
  memberEndSchema,
  memberListQuerySchema,
  memberPageSchema,
  removedMemberSchema,
} from "@/lib/accounts/groups/schema";
import { bodyLimits } from "@/lib/http/route";
import { adminCall } from "../../../call";

export const GET = adminCall("people-read", {
  summary: "List the members of a group",
  query: memberListQuerySchema,
  answer: memberPageSchema,
})(({ viewer, id, query }) => listMemberPage(viewer, id, query));

export const POST = adminCall("people", {
  summary: "Add members to a group",
  description:
    "Renews memberships that have ended, and leaves out admins, who see every project. With `invite: true`, creates and invites users for addresses without an account.",
  needsProof: true,
  body: addMembersSchema,
  bodyLimit: bodyLimits.lists,
  example: { addresses: ["ada@example.com"], expiresAt: "2027-06-30T22:00:00Z" },
  answer: addedMembersFields,
  errors: [409],
})(async ({ viewer, id, body, client }) => ({ message: "Members added", ...(await addMembers(viewer, id, body, client)) }));

export const PUT = adminCall("people", {
  summary: "Set when a membership ends",
  body: memberEndSchema,
  example: { accountId: "3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11", expiresAt: "2027-06-30T22:00:00Z" },
})(async ({ viewer, id, body, client }) => {
  await changeMemberEnd(viewer, id, body, client);
  return { message: "Membership saved" };
});

export const DELETE = adminCall("people", { summary: "Remove a member from a group", query: removedMemberSchema })(
  async ({ viewer, id, query, client }) => {
    await removeMember(viewer, id, query.account, client);
    return { message: "Member removed" };
  },
);
