import { onTestFinished } from "vitest";
import { cdp } from "vitest/browser";

/** Chromium's virtual authenticator. It answers the dialog of the browser at once. */
export interface VirtualAuthenticator {
  /** Whether it verifies the user. Without that, the browser reports what it also reports for a closed dialog. */
  verifiesUser(isVerified: boolean): Promise<void>;
}

/** Adds a virtual authenticator to the browser until the test ends. */
export async function addAuthenticator(): Promise<VirtualAuthenticator> {
  await cdp().send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  const { authenticatorId } = await cdp().send("WebAuthn.addVirtualAuthenticator", { options });
  onTestFinished(async () => {
    await cdp().send("WebAuthn.disable");
  });
  return {
    async verifiesUser(isUserVerified) {
      await cdp().send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}

const CHALLENGE = "A".repeat(22);

/** Options to create a passkey, as the server sends them. @param existing ids of the passkeys of the account */
export const creationOptions = (existing: readonly string[] = []) => ({
  challenge: CHALLENGE,
  rp: { id: location.hostname, name: "Sea-Vision" },
  user: { id: "YWRh", name: "ada@harbour.example", displayName: "Ada" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  excludeCredentials: existing.map((id) => ({ id, type: "public-key", transports: ["internal"] })),
  authenticatorSelection: { residentKey: "required", userVerification: "required" },
  attestation: "none",
});

/** Options to use any passkey of the site, as the server sends them. */
export const requestOptions = () => ({ challenge: CHALLENGE, rpId: location.hostname, userVerification: "required", allowCredentials: [] });
