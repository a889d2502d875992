import { z } from "zod";
import { readUser } from "@/lib/accounts/users/data";
import { userSummarySchema } from "@/lib/accounts/users/schema";
import { adminCall } from "../../../call";

const answer = z.object({ user: userSummarySchema });

export const GET = adminCall("people-read", { summary: "Get a user", description: "Includes all assigned projects.", answer })(
  async ({ viewer, id }) => ({
    user: await readUser(viewer, id),
  }),
);
