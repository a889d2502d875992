import { trashProject } from "@/lib/projects/trash/mutations";
import { adminCall } from "../../../call";

export const DELETE = adminCall("write")({}, async ({ viewer, id, client }) => {
  await trashProject(viewer, id, client);
  return { message: "Project and associated files deleted successfully!" };
});
