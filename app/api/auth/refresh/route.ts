import { refreshSession } from "@/lib/accounts/sessions/mutations";
import { requireViewer } from "@/lib/accounts/sessions/policy";
import { sessionEnded } from "@/lib/errors";
import { json, route } from "@/lib/http/route";
import { sessionCookie } from "@/lib/sessions/cookie";

/** POST /api/auth/refresh → `{ token, expiresAt }` and the cookie, good for another seven days. The token before keeps its own expiry. */
export const POST = route(async (request: Request) => {
  const refreshed = await refreshSession(await requireViewer(request));
  if (!refreshed) throw sessionEnded();
  const { token, expiresAt } = refreshed;
  return json({ token, expiresAt: expiresAt.toISOString() }, { headers: { "Set-Cookie": sessionCookie(token) } });
});
