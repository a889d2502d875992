import { z } from "zod";
import { listImports } from "@/lib/imports/data";
import { importSummarySchema } from "@/lib/imports/progress/schema";
import { adminCall } from "../../call";

export const GET = adminCall("read", {
  summary: "List imports",
  description: "Returns all unfinished imports, and recent failed imports of the caller.",
  answer: z.object({ imports: z.array(importSummarySchema) }),
})(async ({ viewer }) => ({ imports: await listImports(viewer) }));
