import { z } from "zod";
import { answeredIdSchema, referenceSchema } from "../http/paging/schema";
import { factorCodeSchema } from "./second-factors/schema";
import { type Role, roleSchema } from "./sessions/schema";
import { NEW_PASSWORD_MIN } from "./values";

export const PASSWORD_MAX = 1024;

const INVALID_EMAIL = "Please enter a valid email address.";

/** Characters between the dots of a mailbox. Excludes invisible ones and those that mail programs interpret. */
const mailboxCharacter = String.raw`[^\s@.。．｡<>()[\]\\,;:"\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Domain names have visible letters, marks, digits and hyphens only (UTS 46, UseSTD3ASCIIRules). */
const domainLetter = String.raw`(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]`;
const domainCharacter = String.raw`(?:${domainLetter}|[\p{Nd}-])`;
const addressPattern = new RegExp(
  String.raw`^${mailboxCharacter}+(?:\.${mailboxCharacter}+)*@(?:(?!-)${domainCharacter}+(?<!-)\.)+(?:${domainLetter}){2,}$`,
  "u",
);

/** Returns whether lower case turns a letter of another script into an ASCII one, such as the Kelvin sign into `k`. */
const leavesItsScript = (text: string) => [...text].some((letter) => letter > "\x7f" && letter.toLowerCase() < "\x80");

/** An email address, trimmed, in lower case and NFC, because one address is one account. */
export const emailSchema = z
  .string(INVALID_EMAIL)
  .trim()
  .refine((text) => !leavesItsScript(text), { error: INVALID_EMAIL, abort: true })
  .toLowerCase()
  .normalize("NFC")
  .max(254, INVALID_EMAIL)
  .regex(addressPattern, INVALID_EMAIL)
  .meta({ format: "email" });

export const signInSchema = z.object({
  email: emailSchema,
  password: z.string("Please enter your password.").min(1, "Please enter your password.").max(PASSWORD_MAX, "This password is too long."),
});

/** The code of a second factor may come at once. */
export const signInCallSchema = signInSchema.extend({ code: factorCodeSchema.optional() });
export type SignInInput = z.infer<typeof signInCallSchema>;

const bothRequired = "Email and password are required.";

/** Body of the sign-in call. A missing field has one message for both. */
export const signInBodySchema = z
  .object(
    {
      email: z.string(bothRequired).trim().min(1, bothRequired),
      password: z.string(bothRequired).min(1, bothRequired),
      code: z.string("A code is a text.").optional().describe("Of the second factor, if the account has one."),
    },
    bothRequired,
  )
  .pipe(signInCallSchema);

const NAME_MAX = 200;

/** White space, joiners, fillers and the Braille blank. */
const INVISIBLE_ONLY = /^[\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Control characters, lone surrogates and direction controls, which would also reverse adjacent text. */
export const FORBIDDEN_IN_NAMES = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** A name, trimmed, NFC, with single spaces. @param required the message when it is blank */
export function personNameSchema(required: string) {
  return z
    .string(required)
    .transform((name) => name.normalize("NFC").trim().replace(/\s+/gu, " "))
    .pipe(
      z
        .string()
        .refine((name) => !INVISIBLE_ONLY.test(name), { error: required, abort: true })
        .max(NAME_MAX, { error: `A name can have at most ${NAME_MAX} characters.`, abort: true })
        .refine((name) => !FORBIDDEN_IN_NAMES.test(name), "The name contains characters that cannot be shown."),
    );
}

export function isBlank(password: string): boolean {
  return password.trim() === "";
}

/** Returns true for white space and for fewer characters than the minimum, counted as they are hashed (passwords.ts). */
export function isTooShort(password: string): boolean {
  return isBlank(password) || [...password.normalize("NFC")].length < NEW_PASSWORD_MIN;
}

/** Returns the schema of a new password. @param tooShort message for a password below the minimum */
export function newPasswordSchema(tooShort = `Password must be at least ${NEW_PASSWORD_MIN} characters long`) {
  return z
    .string(tooShort)
    .refine((password) => !isTooShort(password), tooShort)
    .max(PASSWORD_MAX, "This password is too long.")
    .meta({ minLength: NEW_PASSWORD_MIN });
}

export const requiredEmailSchema = z.string("Email is required").trim().min(1, "Email is required").pipe(emailSchema);

const isMissing = (password: unknown) => password === undefined || password === null || (typeof password === "string" && isBlank(password));

/** Returns the schema of a new account's password. @param required message when it is blank */
export function initialPasswordSchema(required: string) {
  return z
    .custom<string>((password) => !isMissing(password), required)
    .meta({ type: "string" })
    .pipe(newPasswordSchema());
}

/** The password of an invited account: none. Forms send a blank one. */
export const noPasswordSchema = z
  .custom<string | undefined>(isMissing, "Choose a password or an invitation, not both.")
  .optional()
  .meta({ type: "string", maxLength: 0, description: "Missing or blank." });

export const isInvitedSchema = z.literal(true).describe("Sends an invitation by mail. The person then chooses a password.");
export const isNotInvitedSchema = z.literal(false).optional();

/** Password of an existing account: undefined when blank or missing, which keeps the current one. */
export const replacementPasswordSchema = z.preprocess(
  (password: string | null | undefined) => (isMissing(password) ? undefined : password),
  newPasswordSchema().optional(),
);

/** Id of a row, in PostgreSQL's spelling. */
export const rowIdSchema = z.uuid().toLowerCase();

const NOT_AN_END = "The end must be a time such as 2026-12-31T23:00:00Z.";

/** When something ends. PostgreSQL has no year 0. */
export const endSchema = z.iso
  .datetime({ offset: true, error: NOT_AN_END })
  .refine((text) => new Date(text).getUTCFullYear() >= 1, NOT_AN_END)
  .transform((text) => new Date(text));

/** Roles whose accounts can be managed. Superadmins can't, so no call can delete the last one. */
export type ManagedRole = Exclude<Role, "superadmin">;

export const newAccountSchema = z.object({
  role: roleSchema,
  name: personNameSchema("A name is required."),
  email: emailSchema,
  password: newPasswordSchema(),
});
export type NewAccount = z.infer<typeof newAccountSchema>;

export interface AccountChange {
  name: string;
  email: string;
  password?: string | undefined;
}

export const accountProfileSchema = z.object({
  _id: answeredIdSchema,
  role: roleSchema,
  name: z.string(),
  email: z.string(),
  fullName: z.string().describe("The same as `name`."),
  assignedProjects: z.array(referenceSchema).describe("Empty for admins, who see every project."),
});
export type AccountProfile = z.infer<typeof accountProfileSchema>;
