import { listCreators } from "@/lib/projects/lists/data";
import { projectCreatorsSchema } from "@/lib/projects/schema";
import { adminCall } from "../../call";

export const GET = adminCall("read", { summary: "List who created projects", answer: projectCreatorsSchema })(async ({ viewer }) => ({
  creators: await listCreators(viewer),
}));
