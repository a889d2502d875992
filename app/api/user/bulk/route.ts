import { changeUsers } from "@/lib/accounts/users/mutations";
import { bulkChangeSchema, bulkOutcomeSchema } from "@/lib/accounts/users/schema";
import { bodyLimits } from "@/lib/http/route";
import { adminCall } from "../../call";

export const POST = adminCall("people", {
  summary: "Delete several users, or invite them again",
  description:
    "Changes one user after the other, and says which failed. Without a mail server, `invite` returns a link for each, which needs a proof.",
  needsProof: true,
  body: bulkChangeSchema,
  bodyLimit: bodyLimits.lists,
  example: { action: "delete", users: ["3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11"] },
  answer: bulkOutcomeSchema,
})(({ viewer, body, client }) => changeUsers(viewer, body, client));
