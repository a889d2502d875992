import { resendRoute, revokeRoute } from "../../../accounts";
import { superadminCall } from "../../../call";

export const POST = resendRoute("admin", superadminCall);
export const DELETE = revokeRoute("admin", superadminCall);
