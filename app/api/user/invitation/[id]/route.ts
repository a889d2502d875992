import { resendRoute, revokeRoute } from "../../../accounts";
import { adminCall } from "../../../call";

export const POST = resendRoute("user", adminCall);
export const DELETE = revokeRoute("user", adminCall);
