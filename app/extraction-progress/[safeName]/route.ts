import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { notFound } from "@/lib/errors";
import { json, route } from "@/lib/http/route";
import { findProgress } from "@/lib/imports/data";
import { safeNameSchema } from "@/lib/projects/schema";

export const GET = route(async (request: Request, { params }: RouteContext<"/extraction-progress/[safeName]">) => {
  const viewer = await requireAdmin(request);
  const safeName = safeNameSchema.safeParse((await params).safeName).data;
  const progress = safeName ? await findProgress(viewer, safeName) : null;
  if (!progress) throw notFound("There is no extraction under this name.");
  return json(progress);
});
