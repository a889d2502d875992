import { readUser } from "@/lib/accounts/users/data";
import { adminCall } from "../../../call";

export const GET = adminCall("people-read")({}, async ({ viewer, id }) => ({ user: await readUser(viewer, id) }));
