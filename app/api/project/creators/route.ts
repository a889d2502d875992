import { listCreators } from "@/lib/projects/data";
import { adminCall } from "../../call";

export const GET = adminCall("read")({}, async ({ viewer }) => ({ creators: await listCreators(viewer) }));
