import { ownPasskeyOptions } from "@/lib/accounts/passkeys/mutations";
import { enrolmentCall } from "../../../call";

export const POST = enrolmentCall({}, ({ viewer }) => ownPasskeyOptions(viewer));
