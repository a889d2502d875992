import { z } from "zod";
import { referenceSchema } from "@/lib/http/paging/schema";
import { listProjectNames } from "@/lib/projects/data";
import { adminCall } from "../../call";

export const GET = adminCall("people-read", {
  summary: "List the names of projects",
  description: "Returns the projects that can be assigned to a user.",
  answer: z.object({ projects: z.array(referenceSchema) }),
})(async ({ viewer }) => ({ projects: await listProjectNames(viewer) }));
