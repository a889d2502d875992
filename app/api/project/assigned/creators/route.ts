import { listAssignedCreators } from "@/lib/projects/data";
import { viewerCall } from "../../../call";

export const GET = viewerCall("read")({}, async ({ viewer }) => ({ creators: await listAssignedCreators(viewer) }));
