import { z } from "zod";
import { readProfile } from "@/lib/accounts/data";
import { accountProfileSchema } from "@/lib/accounts/schema";
import { env } from "@/lib/env";
import { engineState } from "@/lib/gdal/state";
import { viewerCall } from "../../call";

export const GET = viewerCall("account", {
  summary: "Get my account",
  description:
    "`mapsShareOrigin` is true when all maps have one origin, so that a map has no files at the top of it. `hasGdal` is false when the server converts map data of up to 200 MB only.",
  answer: z.object({ user: accountProfileSchema, mapsShareOrigin: z.boolean(), hasGdal: z.boolean() }),
})(async ({ viewer }) => {
  const { isInstalled: hasGdal } = await engineState();
  return { user: await readProfile(viewer.accountId), mapsShareOrigin: !env().isolatesMaps, hasGdal };
});
