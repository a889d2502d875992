import { listUnfinishedUploads } from "@/lib/imports/uploads/data";
import { superadminCall } from "../../call";

export const GET = superadminCall("read")({}, ({ viewer }) => listUnfinishedUploads(viewer));
