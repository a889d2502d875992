import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { refreshSession } from "@/lib/accounts/sessions/mutations";
import { json } from "@/lib/http/route";
import { ownSessionCall } from "../../call";

export const POST = ownSessionCall({}, async ({ viewer }) => {
  const { token, expiresAt } = await refreshSession(viewer);
  return json({ token, expiresAt: expiresAt.toISOString() }, { headers: { "Set-Cookie": sessionCookie(token) } });
});
