import { readProfile } from "@/lib/accounts/data";
import { viewerCall } from "../../call";

export const GET = viewerCall("account")({}, async ({ viewer }) => ({ user: await readProfile(viewer.accountId) }));
