import { z } from "zod";
import { readProjectDetails } from "@/lib/projects/data";
import { projectDetailsSchema } from "@/lib/projects/schema";
import { adminCall } from "../../../call";

const answer = z.object({ project: projectDetailsSchema });

export const GET = adminCall("publish-read", {
  summary: "Get a project",
  description: "Includes all users who may open the project.",
  answer,
})(async ({ viewer, id }) => ({
  project: await readProjectDetails(viewer, id),
}));
