import { restoreProject } from "@/lib/projects/trash/mutations";
import { restoreProjectSchema } from "@/lib/projects/trash/schema";
import { adminCall } from "../../../../call";

export const POST = adminCall("write")({ body: restoreProjectSchema }, async ({ viewer, id, body, client }) => {
  return { message: "Project restored", project: await restoreProject(viewer, id, body, client) };
});
