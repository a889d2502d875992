import { z } from "zod";

const CODE_MAX = 64;

/** Six digits of an authenticator app, or a recovery code. Spaces don't count. */
export const factorCodeSchema = z
  .string("Enter a code.")
  .transform((code) => code.replace(/\s/g, ""))
  .pipe(z.string().min(1, "Enter a code.").max(CODE_MAX, "This code is too long."));

export const factorCodeBodySchema = z.object({ code: factorCodeSchema });
export type FactorCodeInput = z.infer<typeof factorCodeBodySchema>;

export interface Factors {
  hasAuthenticator: boolean;
  /** When the authenticator app was set up, in ISO 8601; null without one. */
  authenticatorSince: string | null;
  passkeys: number;
  /** Recovery codes that are not used up. */
  recoveryCodes: number;
}

export const secondFactorMethodSchema = z.enum(["authenticator", "passkey", "recovery-code"]);
export type SecondFactorMethod = z.infer<typeof secondFactorMethodSchema>;

/** What a sign-in still needs. */
export const secondFactorNeededSchema = z.object({
  message: z.string(),
  secondFactor: z.object({ methods: z.array(secondFactorMethodSchema).describe("What the account has.") }),
});

export const newAuthenticatorSchema = z.object({
  secret: z.string().describe("Base32, to type into an authenticator app."),
  uri: z.string().describe("The same as a URI for a QR code: `otpauth://totp/…`."),
});
export type NewAuthenticator = z.infer<typeof newAuthenticatorSchema>;

const recoveryCodesSchema = z.array(z.string()).describe("Shown once.");

export const confirmedFactorSchema = z.object({
  message: z.string(),
  recoveryCodes: recoveryCodesSchema.nullable().describe("With the first second factor of an account; otherwise null."),
});

export const newRecoveryCodesSchema = z.object({ message: z.string(), recoveryCodes: recoveryCodesSchema });
