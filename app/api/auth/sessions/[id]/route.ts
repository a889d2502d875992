import { rowIdSchema } from "@/lib/accounts/schema";
import { clearedSessionCookie } from "@/lib/accounts/sessions/cookie";
import { endOwnSession } from "@/lib/accounts/sessions/mutations";
import { requireViewer } from "@/lib/accounts/sessions/policy";
import { notFound } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const DELETE = route(async (request: Request, { params }: RouteContext<"/api/auth/sessions/[id]">) => {
  const viewer = await requireViewer(request);
  const id = rowIdSchema.safeParse((await params).id).data;
  if (!id || !(await endOwnSession(viewer, id, readClient(request)))) throw notFound("This session has ended already.");
  const headers = id === viewer.sessionId ? { "Set-Cookie": clearedSessionCookie() } : undefined;
  return json({ message: "Session ended." }, { headers });
});
