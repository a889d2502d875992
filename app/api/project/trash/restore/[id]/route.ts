import { projectDetailsSchema } from "@/lib/projects/schema";
import { restoreProject } from "@/lib/projects/trash/mutations";
import { restoreProjectSchema } from "@/lib/projects/trash/schema";
import { adminCall } from "../../../../call";

export const POST = adminCall("write", {
  summary: "Restore a deleted project",
  description:
    "Restores the project with its map, former versions, users, thumbnail and view counts. Returns 409 if another project has the name.",
  body: restoreProjectSchema,
  example: { name: "Harbour 2" },
  answer: { project: projectDetailsSchema },
  errors: [409],
})(async ({ viewer, id, body, client }) => ({ message: "Project restored", project: await restoreProject(viewer, id, body, client) }));
