import { editUser } from "@/lib/accounts/users/mutations";
import { editUserSchema, userSummarySchema } from "@/lib/accounts/users/schema";
import { bodyLimits } from "@/lib/http/route";
import { adminCall } from "../../../call";

export const PUT = adminCall("people", {
  summary: "Edit a user",
  description:
    "Without a password, the current one is kept. A new password or email address needs a proof and ends the sessions of the user.",
  needsProof: true,
  body: editUserSchema,
  bodyLimit: bodyLimits.lists,
  example: { fullName: "Ada Harbour", email: "ada@example.com", assignedProjects: ["3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11"] },
  answer: { user: userSummarySchema },
  errors: [409],
})(async ({ viewer, id, body, client }) => ({ message: "User updated successfully", user: await editUser(viewer, id, body, client) }));
