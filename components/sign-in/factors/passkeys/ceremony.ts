import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { sendJson, serverMessage } from "@/components/shared/request-json";

export const UNSUPPORTED = "This browser can't use passkeys here. They need HTTPS and a recent browser.";

/** Browsers offer WebAuthn on https and on localhost only. */
export const supportsPasskeys = () => window.PublicKeyCredential !== undefined;

/** Loads the code and the options at the same time: browsers open the dialog only shortly after a click. */
function prepare(path: string, body: object = {}) {
  return Promise.all([import("@simplewebauthn/browser"), sendJson("POST", path, body)]);
}

/** Has the browser create a passkey. @param path of the options @returns its response @throws Error of WebAuthn, RequestError */
export async function createPasskey(path: string, body?: object): Promise<unknown> {
  const [{ startRegistration }, options] = await prepare(path, body);
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
}

/** Has the browser ask for any passkey of this site. @returns its response @throws Error of WebAuthn, RequestError */
export async function askForPasskey(): Promise<unknown> {
  const [{ startAuthentication }, options] = await prepare("/api/auth/passkey-sign-in/options");
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "");

/** Returns true when the user closed the dialog of the browser, or let it time out. */
export function isDismissed(error: unknown): boolean {
  return /^(NotAllowed|Abort)Error$/.test(nameOf(error));
}

/** Messages for the errors of WebAuthn that users can act on. */
const messages: Readonly<Record<string, string>> = {
  InvalidStateError: "This device already has a passkey for your account.",
  NotSupportedError: "This device can't create passkeys. Use another device.",
  ConstraintError: "This device can't confirm that it is you. Set a PIN or screen lock first.",
  SecurityError: "Passkeys don't work at this address. They need HTTPS and a host name.",
};

/** Returns the message for a failed passkey. @param fallback for other errors */
export function passkeyMessage(error: unknown, fallback: string): string {
  return messages[nameOf(error)] ?? serverMessage(error, fallback, { 0: "Error connecting to server" });
}
