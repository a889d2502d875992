import { clearedSessionCookie } from "@/lib/accounts/sessions/cookie";
import { endSession } from "@/lib/accounts/sessions/mutations";
import { findSessionViewer, requireOwnPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  requireOwnPage(request);
  const viewer = await findSessionViewer(request, "own-session");
  if (viewer) await endSession(viewer, readClient(request));
  return json({ message: "Logged out." }, { headers: { "Set-Cookie": clearedSessionCookie() } });
});
