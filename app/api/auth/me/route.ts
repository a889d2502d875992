import { readProfile } from "@/lib/accounts/data";
import { env } from "@/lib/env";
import { viewerCall } from "../../call";

export const GET = viewerCall("account")({}, async ({ viewer }) => ({
  user: await readProfile(viewer.accountId),
  mapsShareOrigin: !env().isolatesMaps,
}));
