import { deleteTrashedProject } from "@/lib/projects/trash/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("write")({}, async ({ viewer, id, client }) => {
  await deleteTrashedProject(viewer, id, client);
  return { message: "Project deleted permanently" };
});
