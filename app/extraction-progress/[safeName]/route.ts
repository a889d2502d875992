import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { notFound } from "@/lib/errors";
import { json, route } from "@/lib/http/route";
import { findProgress } from "@/lib/imports/data";
import { safeNameSchema } from "@/lib/projects/schema";

interface Context {
  params: Promise<{ safeName: string }>;
}

/** GET /extraction-progress/{safeName} → the extraction progress of the specification, and what DESIGN adds to it. */
export const GET = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const safeName = safeNameSchema.safeParse((await params).safeName).data;
  const progress = safeName ? await findProgress(viewer, safeName) : null;
  if (!progress) throw notFound("There is no extraction under this name.");
  return json(progress);
});
