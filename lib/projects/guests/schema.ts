import { z } from "zod";
import { emailSchema, endSchema, rowIdSchema } from "../../accounts/schema";
import { answeredIdSchema, timeSchema } from "../../http/paging/schema";

const INVALID = "Enter an email address, or a domain such as example.org.";

/** An address, or a domain with `@` before it, in the form of emailSchema. */
export const guestAddressSchema = z
  .string(INVALID)
  .trim()
  .transform((text, context) => {
    const isDomain = !text.slice(1).includes("@");
    const { data } = emailSchema.safeParse(isDomain ? `guest@${text.replace(/^@/, "")}` : text);
    if (data !== undefined) return isDomain ? data.slice("guest".length) : data;
    context.addIssue({ code: "custom", message: INVALID });
    return z.NEVER;
  });

export const guestEntrySchema = z.object({
  _id: answeredIdSchema,
  address: z.string().describe("An address; or `@` and a domain, of which every address is admitted."),
  expiresAt: timeSchema.nullable().describe("From then on it admits no guest. Null without an end."),
});
export type GuestEntry = z.infer<typeof guestEntrySchema>;

const MOST = 1_000;
const TOO_MANY = "At most 1,000 guests can be changed at once.";

const futureEndSchema = endSchema.refine((end) => end > new Date(), "Choose a time in the future.");

/** The fields of an edit of guests. */
export const guestEditFields = {
  guests: z
    .array(z.object({ address: guestAddressSchema, expiresAt: futureEndSchema.nullable() }))
    .max(MOST, TOO_MANY)
    .default([])
    .describe("Addresses, and domains as `example.org`, that are admitted without an account, or get another end. Needs a mail server."),
  withdrawGuests: z
    .array(guestAddressSchema)
    .max(MOST, TOO_MANY)
    .default([])
    .describe("Addresses and domains that are no longer admitted."),
};
const guestEditSchema = z.object(guestEditFields);
export type GuestEdit = z.infer<typeof guestEditSchema>;

/** Returns whether an edit names each address once. */
export function namesEachOnce({ guests, withdrawGuests }: GuestEdit): boolean {
  const addresses = guests.map(({ address }) => address).concat(withdrawGuests);
  return new Set(addresses).size === addresses.length;
}

export const NAMED_TWICE = { error: "Name each guest once.", path: ["guests"] };

export const groupGuestsSchema = z.object({
  guests: z.array(guestEntrySchema).describe("By address. Includes those that have ended."),
  canAdmitGuests: z.boolean().describe("Whether the server can mail codes. Without it, guests can't be admitted."),
});
export type GroupGuests = z.infer<typeof groupGuestsSchema>;

export const editGroupGuestsSchema = guestEditSchema.refine(namesEachOnce, NAMED_TWICE);

export const guestCodeSchema = z.object({
  project: z.string().trim().toLowerCase().max(100, "This link is too long.").describe("Safe name of the project, as in the guest link."),
  email: emailSchema,
});
export type GuestCodeInput = z.infer<typeof guestCodeSchema>;

const INVALID_CODE = "Enter the 6 digits of the mail.";

export const guestSignInSchema = z.object({
  request: rowIdSchema.describe("Of the answer to the request for a code."),
  code: z
    .string(INVALID_CODE)
    .transform((code) => code.replace(/[\s-]/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, INVALID_CODE)),
});
export type GuestSignIn = z.infer<typeof guestSignInSchema>;
