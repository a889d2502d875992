import { editProject } from "@/lib/projects/mutations";
import { editProjectSchema } from "@/lib/projects/schema";
import { adminCall } from "../../../call";

export const PUT = adminCall("write")({ body: editProjectSchema }, async ({ viewer, id, body, client }) => {
  return { message: "Project updated successfully!", project: await editProject(viewer, id, body, client) };
});
