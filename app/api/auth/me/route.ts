import { z } from "zod";
import { readProfile } from "@/lib/accounts/data";
import { accountProfileSchema } from "@/lib/accounts/schema";
import { env } from "@/lib/env";
import { viewerCall } from "../../call";

export const GET = viewerCall("account", {
  summary: "Get my account",
  description: "`mapsShareOrigin` is true when all maps have one origin, so that a map has no files at the top of it.",
  answer: z.object({ user: accountProfileSchema, mapsShareOrigin: z.boolean() }),
})(async ({ viewer }) => ({ user: await readProfile(viewer.accountId), mapsShareOrigin: !env().isolatesMaps }));
