import { z } from "zod";
import { adminCall } from "@/app/api/call";
import { notFound } from "@/lib/errors";
import { findProgress } from "@/lib/imports/data";
import { extractionProgressSchema } from "@/lib/imports/progress/schema";
import { safeNameSchema } from "@/lib/projects/schema";

export const GET = adminCall("publish-read", {
  summary: "Get the progress of an import",
  description: "Returns the progress of the latest import with this name.",
  path: z.object({ safeName: safeNameSchema }),
  answer: extractionProgressSchema,
})(async ({ viewer, id }) => {
  const safeName = safeNameSchema.safeParse(id).data;
  const progress = safeName ? await findProgress(viewer, safeName) : null;
  if (!progress) throw notFound("There is no extraction under this name.");
  return progress;
});
