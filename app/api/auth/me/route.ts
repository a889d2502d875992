import { readProfile } from "@/lib/accounts/data";
import { viewerCall } from "../../call";

export const GET = viewerCall("publish-read")({}, async ({ viewer }) => ({ user: await readProfile(viewer.accountId) }));
