import { z } from "zod";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { refreshSession } from "@/lib/accounts/sessions/mutations";
import { timeSchema } from "@/lib/http/paging/schema";
import { json } from "@/lib/http/route";
import { sessionCall } from "../../call";
import { tokenSchema } from "../signed-in-answer";

export const POST = sessionCall("own-session", {
  summary: "Refresh the token",
  description: "Returns a token that is valid for another seven days. The previous token keeps its own expiry.",
  answer: z.object({ token: tokenSchema, expiresAt: timeSchema }),
  setsCookie: true,
})(async ({ viewer }) => {
  const { token, expiresAt } = await refreshSession(viewer);
  return json({ token, expiresAt: expiresAt.toISOString() }, { headers: { "Set-Cookie": sessionCookie(token) } });
});
