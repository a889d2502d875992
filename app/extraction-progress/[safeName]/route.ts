import { adminCall } from "@/app/api/call";
import { notFound } from "@/lib/errors";
import { findProgress } from "@/lib/imports/data";
import { safeNameSchema } from "@/lib/projects/schema";

export const GET = adminCall("publish-read")({}, async ({ viewer, id }) => {
  const safeName = safeNameSchema.safeParse(id).data;
  const progress = safeName ? await findProgress(viewer, safeName) : null;
  if (!progress) throw notFound("There is no extraction under this name.");
  return progress;
});
