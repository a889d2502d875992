import { invitationLinkRoute } from "../../../accounts";
import { adminCall } from "../../../call";

export const POST = invitationLinkRoute("user", adminCall);
