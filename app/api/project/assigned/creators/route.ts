import { listAssignedCreators } from "@/lib/projects/lists/data";
import { projectCreatorsSchema } from "@/lib/projects/schema";
import { viewerCall } from "../../../call";

export const GET = viewerCall("read", { summary: "List who created my projects", answer: projectCreatorsSchema })(async ({ viewer }) => ({
  creators: await listAssignedCreators(viewer),
}));
