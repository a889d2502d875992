import { findViewer } from "@/lib/accounts/sessions/data";
import { endSession } from "@/lib/accounts/sessions/mutations";
import { requireOwnPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";
import { clearedSessionCookie } from "@/lib/sessions/cookie";

/** POST /api/auth/logout → `{ message }`. Ends the session, if there is one, and takes the cookie away in any case. */
export const POST = route(async (request: Request) => {
  requireOwnPage(request);
  const viewer = await findViewer(request);
  if (viewer) await endSession(viewer, readClient(request));
  return json({ message: "Logged out." }, { headers: { "Set-Cookie": clearedSessionCookie() } });
});
