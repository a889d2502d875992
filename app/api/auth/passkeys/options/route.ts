import { ownPasskeyOptions } from "@/lib/accounts/passkeys/mutations";
import { sessionCall } from "../../../call";

export const POST = sessionCall({}, ({ viewer }) => ownPasskeyOptions(viewer));
