import { z } from "zod";
import { readProfile } from "@/lib/accounts/data";
import { accountProfileSchema } from "@/lib/accounts/schema";
import { viewerCall } from "../../call";

export const GET = viewerCall("account", { summary: "Get my account", answer: z.object({ user: accountProfileSchema }) })(
  async ({ viewer }) => ({ user: await readProfile(viewer.accountId) }),
);
