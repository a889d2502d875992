import { readUser } from "@/lib/accounts/users/data";
import { userAnswerSchema as answer } from "@/lib/accounts/users/schema";
import { adminCall } from "../../../call";

export const GET = adminCall("people-read", { summary: "Get a user", description: "Includes all assigned projects.", answer })(
  async ({ viewer, id }) => ({
    user: await readUser(viewer, id),
  }),
);
