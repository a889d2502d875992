import { createUser } from "@/lib/accounts/users/mutations";
import { newUserSchema, userSummarySchema } from "@/lib/accounts/users/schema";
import { bodyLimits } from "@/lib/http/route";
import { adminCall } from "../../call";

export const POST = adminCall("people", {
  summary: "Create a user",
  description:
    "With `invite: true` instead of a password, sends a mail with a link. Without a mail server, create the link with another call.",
  needsProof: true,
  body: newUserSchema,
  bodyLimit: bodyLimits.lists,
  example: {
    fullName: "Ada Harbour",
    email: "ada@example.com",
    assignedProjects: ["3f0c8f0e-6c1c-4c53-9a36-0d7c9c2f5b11"],
    password: "a long pass phrase",
  },
  status: 201,
  answer: { user: userSummarySchema },
  errors: [409],
})(async ({ viewer, body, client }) => {
  const message = body.invite ? "User invited successfully" : "User created successfully";
  return { message, user: await createUser(viewer, body, client) };
});
