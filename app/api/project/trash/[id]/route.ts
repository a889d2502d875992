import { deleteTrashedProject } from "@/lib/projects/trash/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("write", {
  summary: "Delete a project permanently",
  description: "Deletes the files in the background.",
  needsProof: true,
})(async ({ viewer, id, client }) => {
  await deleteTrashedProject(viewer, id, client);
  return { message: "Project deleted permanently" };
});
