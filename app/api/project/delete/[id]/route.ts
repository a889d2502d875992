import { trashProject } from "@/lib/projects/trash/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("write", {
  summary: "Delete a project",
  description: "Moves the project to the trash for 30 days. Its map goes offline, and its name can be used again at once.",
  errors: [400],
})(async ({ viewer, id, client }) => {
  await trashProject(viewer, id, client);
  return { message: "Project and associated files deleted successfully!" };
});
