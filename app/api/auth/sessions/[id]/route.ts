import { clearedSessionCookie } from "@/lib/accounts/sessions/cookie";
import { endOwnSession } from "@/lib/accounts/sessions/mutations";
import { json } from "@/lib/http/route";
import { sessionCall } from "../../../call";

export const DELETE = sessionCall("session", { summary: "End one of my sessions", description: "Ending the current session signs out." })(
  async ({ viewer, id, client }) => {
    const isCurrent = await endOwnSession(viewer, id, client);
    return json({ message: "Session ended." }, { headers: isCurrent ? { "Set-Cookie": clearedSessionCookie() } : {} });
  },
);
