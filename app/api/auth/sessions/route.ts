import { listSessions } from "@/lib/accounts/sessions/data";
import { endOtherSessions } from "@/lib/accounts/sessions/mutations";
import { viewerCall } from "../../call";

export const GET = viewerCall({}, ({ viewer }) => listSessions(viewer));

export const DELETE = viewerCall({}, async ({ viewer, client }) => {
  return { message: "All other sessions were ended.", endedSessions: await endOtherSessions(viewer, client) };
});
