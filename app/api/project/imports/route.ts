import { listImports } from "@/lib/imports/data";
import { adminCall } from "../../call";

export const GET = adminCall("read")({}, async ({ viewer }) => ({ imports: await listImports(viewer) }));
