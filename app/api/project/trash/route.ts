import { listTrashedProjects } from "@/lib/projects/trash/data";
import { projectTrashSchema } from "@/lib/projects/trash/schema";
import { adminCall } from "../../call";

export const GET = adminCall("read", {
  summary: "List deleted projects",
  description: "Returns the projects that can be restored.",
  answer: projectTrashSchema,
})(async ({ viewer }) => ({
  projects: await listTrashedProjects(viewer),
}));
