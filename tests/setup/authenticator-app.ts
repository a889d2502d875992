import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

/** Returns the code that an authenticator app shows some time steps from now. @param secret base32 */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Returns a code that is none of this time. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code)) ?? "";
}
