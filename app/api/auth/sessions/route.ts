import { listSessions } from "@/lib/accounts/sessions/data";
import { endOtherSessions } from "@/lib/accounts/sessions/mutations";
import { sessionCall } from "../../call";

export const GET = sessionCall({}, ({ viewer }) => listSessions(viewer));

export const DELETE = sessionCall({}, async ({ viewer, client }) => {
  return { message: "All other sessions were ended.", endedSessions: await endOtherSessions(viewer, client) };
});
