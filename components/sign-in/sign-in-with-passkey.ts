import { sendJson } from "@/components/shared/request-json";
import { askForPasskey, isDismissed, passkeyMessage } from "@/components/sign-in/factors/passkeys/ceremony";
import { supportsPasskeys, UNSUPPORTED } from "./factors/passkeys/ceremony";

export interface PasskeyProblem {
  tone: "info" | "error";
  message: string;
}

/** Signs in with any passkey of this site. @returns null when it is done, else what to tell the user */
export async function signInWithPasskey(): Promise<PasskeyProblem | null> {
  if (!supportsPasskeys()) return { tone: "info", message: UNSUPPORTED };
  try {
    await sendJson("POST", "/api/auth/passkey-sign-in", { response: await askForPasskey() });
    return null;
  } catch (error) {
    if (isDismissed(error)) return { tone: "info", message: "No passkey was used." };
    return { tone: "error", message: passkeyMessage(error, "The passkey could not be used. Try again.") };
  }
}
