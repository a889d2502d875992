import { signOutRoute } from "../../../accounts";
import { adminCall } from "../../../call";

export const POST = signOutRoute("user", adminCall);
