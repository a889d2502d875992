import { resetLinkRoute } from "../../../accounts";
import { adminCall } from "../../../call";

export const POST = resetLinkRoute("user", adminCall);
