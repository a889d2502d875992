import { readProjectDetails } from "@/lib/projects/data";
import { adminCall } from "../../../call";

export const GET = adminCall("publish-read")({}, async ({ viewer, id }) => ({ project: await readProjectDetails(viewer, id) }));
