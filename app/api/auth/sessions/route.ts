import { listSessions } from "@/lib/accounts/sessions/data";
import { endOtherSessions } from "@/lib/accounts/sessions/mutations";
import { requireViewer } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request: Request) => json(await listSessions(await requireViewer(request))));

export const DELETE = route(async (request: Request) => {
  const viewer = await requireViewer(request);
  const endedSessions = await endOtherSessions(viewer, readClient(request));
  return json({ message: "All other sessions were ended.", endedSessions });
});
