import { z } from "zod";
import { answeredIdSchema, timeSchema } from "../../http/paging/schema";
import { personNameSchema } from "../schema";

/** Longest part of a response, in characters. Public keys with their certificates take a few thousand. */
const PART_MAX = 8_192;

const base64UrlSchema = z
  .string()
  .max(PART_MAX)
  .regex(/^[\w-]+$/);

/** An extension's result is not used. */
const credentialFields = {
  id: base64UrlSchema,
  rawId: base64UrlSchema,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

export const newPasskeyResponseSchema = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: base64UrlSchema,
      attestationObject: base64UrlSchema,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .describe("`RegistrationResponseJSON` of WebAuthn, as `PublicKeyCredential.toJSON()` returns it.");
export type NewPasskeyResponse = z.infer<typeof newPasskeyResponseSchema>;

export const passkeyResponseSchema = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: base64UrlSchema,
      authenticatorData: base64UrlSchema,
      signature: base64UrlSchema,
      userHandle: base64UrlSchema.optional(),
    }),
  })
  .describe("`AuthenticationResponseJSON` of WebAuthn, as `PublicKeyCredential.toJSON()` returns it.");
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>;

/** The options for `navigator.credentials`, which the client passes on. */
export const passkeyOptionsSchema = z
  .looseObject({ challenge: z.string() })
  .describe("Options of WebAuthn in JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.");

export const passkeyNameSchema = z.object({ name: personNameSchema("Name is required") });
export type PasskeyName = z.infer<typeof passkeyNameSchema>;

export const newPasskeySchema = passkeyNameSchema.extend({ response: newPasskeyResponseSchema });
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const passkeySignInSchema = z.object({ response: passkeyResponseSchema });

export const passkeySchema = z.object({
  _id: answeredIdSchema,
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable().describe("Null before its first use."),
});
export type PasskeySummary = z.infer<typeof passkeySchema>;

export const passkeyListSchema = z.object({ passkeys: z.array(passkeySchema) });

export const addedPasskeySchema = z.object({
  message: z.string(),
  passkey: passkeySchema,
  recoveryCodes: z
    .array(z.string())
    .nullable()
    .describe("Made with the first second factor; null with a later one. No other answer has them."),
});
export type AddedPasskey = z.infer<typeof addedPasskeySchema>;
