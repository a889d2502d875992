import { clearedSessionCookie } from "@/lib/accounts/sessions/cookie";
import { findViewer } from "@/lib/accounts/sessions/data";
import { endSession } from "@/lib/accounts/sessions/mutations";
import { requireOwnPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  requireOwnPage(request);
  const viewer = await findViewer(request);
  if (viewer) await endSession(viewer, readClient(request));
  return json({ message: "Logged out." }, { headers: { "Set-Cookie": clearedSessionCookie() } });
});
