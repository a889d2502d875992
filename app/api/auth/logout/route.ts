import { clearedSessionCookie } from "@/lib/accounts/sessions/cookie";
import { endSession } from "@/lib/accounts/sessions/mutations";
import { findSessionViewer, requireOwnPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";
import { describe } from "@/lib/openapi/description";

export const POST = describe({
  callers: "everyone",
  summary: "Sign out",
  description: "Ends the session, if there is one, and removes the cookie in any case.",
  setsCookie: true,
})(
  route(async (request: Request) => {
    requireOwnPage(request);
    const viewer = await findSessionViewer(request, "own-session");
    if (viewer) await endSession(viewer, readClient(request));
    return json({ message: "Logged out." }, { headers: { "Set-Cookie": clearedSessionCookie() } });
  }),
);
