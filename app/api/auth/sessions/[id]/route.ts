import { rowIdSchema } from "@/lib/accounts/schema";
import { endOwnSession } from "@/lib/accounts/sessions/mutations";
import { requireViewer } from "@/lib/accounts/sessions/policy";
import { notFound } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";
import { clearedSessionCookie } from "@/lib/sessions/cookie";

interface Context {
  params: Promise<{ id: string }>;
}

/** DELETE /api/auth/sessions/{id} → `{ message }`. Ends one of the caller's own; for the one that asks it is a logout. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireViewer(request);
  const id = rowIdSchema.safeParse((await params).id).data;
  if (!id || !(await endOwnSession(viewer, id, readClient(request)))) throw notFound("This session has ended already.");
  const headers = id === viewer.sessionId ? { "Set-Cookie": clearedSessionCookie() } : undefined;
  return json({ message: "Session ended." }, { headers });
});
