import { z } from "zod";
import { timeSchema } from "../../http/paging/schema";
import { newPasskeyResponseSchema } from "../passkeys/schema";
import { newPasswordSchema, personNameSchema } from "../schema";

export const INVITATION_INVALID = "This invitation is no longer valid. It was used, revoked or replaced by a newer one.";
export const INVITATION_EXPIRED = "This invitation has expired.";

/** An invitation as lists show it. */
export const invitationSchema = z.object({
  status: z
    .enum(["sending", "pending", "expired", "failed"])
    .describe("`sending`: the mail is on its way. `pending`: it was sent, or an admin passes the link on. `failed`: it could not be sent."),
  expiresAt: timeSchema.nullable().describe("Null while there is no link."),
});
export type InvitationSummary = z.infer<typeof invitationSchema>;

/** A link that sets a password, for an admin to pass on. */
export const secretLinkSchema = z.object({ url: z.url().describe("It works once. It is not returned again."), expiresAt: timeSchema });
export type SecretLink = z.infer<typeof secretLinkSchema>;

/** The field `invitation` of an account. */
export const invitationFieldSchema = invitationSchema.nullable().describe("Null for an account that can sign in.");

export const invitationTokenSchema = z.string(INVITATION_INVALID).regex(/^[\w-]{43}$/, INVITATION_INVALID);

const chosenFields = { fullName: personNameSchema("Full name is required"), newPassword: newPasswordSchema() };

export const acceptInvitationSchema = z.object({ token: invitationTokenSchema, ...chosenFields });
export type AcceptInvitationInput = z.infer<typeof acceptInvitationSchema>;

export const invitationLinkSchema = z.object({ token: invitationTokenSchema });
export type InvitationLink = z.infer<typeof invitationLinkSchema>;

export const acceptWithPasskeySchema = z.object({
  token: invitationTokenSchema,
  fullName: chosenFields.fullName,
  passkey: newPasskeyResponseSchema,
});
export type AcceptWithPasskeyInput = z.infer<typeof acceptWithPasskeySchema>;

export const acceptFormSchema = z
  .object({ ...chosenFields, confirmation: z.string() })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    error: "Passwords do not match",
    path: ["confirmation"],
    // A confirmation is compared once the other fields are valid.
    when: ({ issues }) => issues.length === 0,
  });
export type AcceptForm = z.infer<typeof acceptFormSchema>;
