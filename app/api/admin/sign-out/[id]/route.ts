import { signOutRoute } from "../../../accounts";
import { superadminCall } from "../../../call";

export const POST = signOutRoute("admin", superadminCall);
