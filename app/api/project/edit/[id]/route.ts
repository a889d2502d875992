import { editProject } from "@/lib/projects/mutations";
import { editProjectSchema, projectDetailsSchema } from "@/lib/projects/schema";
import { adminCall } from "../../../call";

export const PUT = adminCall("write", {
  summary: "Edit a project",
  description: "Missing fields stay unchanged. The name cannot be changed.",
  body: editProjectSchema,
  example: {
    description: "Depths and moorings of the harbour",
    mapUrl: "",
    allowsLocation: false,
    allowsCamera: false,
    allowsRouting: false,
    allowsSharedMemory: false,
    allowsSharing: true,
    assignUserIds: [],
    deassignUserIds: [],
  },
  answer: { project: projectDetailsSchema },
  errors: [409],
})(async ({ viewer, id, body, client }) => ({
  message: "Project updated successfully!",
  project: await editProject(viewer, id, body, client),
}));
