import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { refreshSession } from "@/lib/accounts/sessions/mutations";
import { requireViewer } from "@/lib/accounts/sessions/policy";
import { sessionEnded } from "@/lib/errors";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  const refreshed = await refreshSession(await requireViewer(request));
  if (!refreshed) throw sessionEnded();
  const { token, expiresAt } = refreshed;
  return json({ token, expiresAt: expiresAt.toISOString() }, { headers: { "Set-Cookie": sessionCookie(token) } });
});
