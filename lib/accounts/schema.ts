import { z } from "zod";
import { answeredIdSchema, referenceSchema } from "../http/paging/schema";
import { type Role, roleSchema } from "./sessions/schema";

/** Minimum of a new password (specification §9); one that exists may be shorter. */
export const NEW_PASSWORD_MIN = 8;

/** Nobody types more; it bounds what is hashed. */
export const PASSWORD_MAX = 1024;

const INVALID_EMAIL = "Please enter a valid email address.";

/**
 * What may stand between the dots of an address. Left out are characters that mail programs read as something else than
 * themselves, and those that nobody sees: with either, an address is another one than it seems.
 */
const addressCharacter = String.raw`[^\s@.。．｡<>()[\]\\,;:"\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
const addressPattern = new RegExp(
  String.raw`^${addressCharacter}+(?:\.${addressCharacter}+)*@(?:(?!-)${addressCharacter}+(?<!-)\.)+(?:(?!\p{Default_Ignorable_Code_Point})\p{L}){2,}$`,
  "u",
);

/**
 * An e-mail address by the specification's rule: text, @, text, dot, two or more letters. Trimmed, lower-cased
 * and composed because one address is one account however it is typed.
 */
export const emailSchema = z
  .string(INVALID_EMAIL)
  .trim()
  .toLowerCase()
  .normalize("NFC")
  .max(254, INVALID_EMAIL)
  .regex(addressPattern, INVALID_EMAIL)
  .meta({ format: "email" });

/** What the sign-in form sends, with the messages it shows by its fields. */
export const signInSchema = z.object({
  email: emailSchema,
  password: z.string("Please enter your password.").min(1, "Please enter your password.").max(PASSWORD_MAX, "This password is too long."),
});
export type SignInInput = z.infer<typeof signInSchema>;

const bothRequired = "Email and password are required.";

/** Body of the sign-in call. What is missing has one message for both fields; the rest is as in the form. */
export const signInBodySchema = z
  .object(
    { email: z.string(bothRequired).trim().min(1, bothRequired), password: z.string(bothRequired).min(1, bothRequired) },
    bothRequired,
  )
  .pipe(signInSchema);

const NAME_MAX = 200;

/** White space, and what is as empty: joiners and marks within words, fillers, the blank of Braille. */
const UNSEEN_ONLY = /^[\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Controls, halves of characters, and the controls of writing direction that turn around what stands beside the name as well. */
const UNFIT_FOR_NAMES = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Somebody's name, trimmed, composed (NFC, so that it is found however it is typed), with runs of white space as one space.
 * @param required what the form says when there is none, or none to see
 */
export function personNameSchema(required: string) {
  return z
    .string(required)
    .transform((name) => name.normalize("NFC").trim().replace(/\s+/gu, " "))
    .pipe(
      z
        .string()
        .refine((name) => !UNSEEN_ONLY.test(name), { error: required, abort: true })
        .max(NAME_MAX, { error: `A name can have at most ${NAME_MAX} characters.`, abort: true })
        .refine((name) => !UNFIT_FOR_NAMES.test(name), "The name contains characters that cannot be shown."),
    );
}

/** True of white space alone, which no form takes for a password to be. */
export function isBlank(password: string): boolean {
  return password.trim() === "";
}

/** True below the minimum of a new password, in characters as they are hashed (passwords.ts), and of white space alone. */
export function isTooShort(password: string): boolean {
  return isBlank(password) || [...password.normalize("NFC")].length < NEW_PASSWORD_MIN;
}

/** A password that somebody is going to sign in with from now on. @param tooShort what the form says below the minimum */
export function newPasswordSchema(tooShort = `Password must be at least ${NEW_PASSWORD_MIN} characters long`) {
  return z
    .string(tooShort)
    .refine((password) => !isTooShort(password), tooShort)
    .max(PASSWORD_MAX, "This password is too long.")
    .meta({ minLength: NEW_PASSWORD_MIN });
}

/** The address field of the forms that make and edit accounts. */
export const requiredEmailSchema = z.string("Email is required").trim().min(1, "Email is required").pipe(emailSchema);

/** What a form sends for a password that it has not been given. */
const isMissing = (password: unknown) => password === undefined || password === null || (typeof password === "string" && isBlank(password));

/**
 * The password field of the form for a new account. Taken to the letter, as sign-in takes it.
 * @param required what the form says when it is blank
 */
export function initialPasswordSchema(required: string) {
  return z
    .custom<string>((password) => !isMissing(password), required)
    .meta({ type: "string" })
    .pipe(newPasswordSchema());
}

/** The password field of the form for an account that exists: undefined when it is blank or missing, which keeps the present one. */
export const replacementPasswordSchema = z.preprocess(
  (password: string | null | undefined) => (isMissing(password) ? undefined : password),
  newPasswordSchema().optional(),
);

/** Id of a row in an address or a body, in the one spelling that PostgreSQL answers with. */
export const rowIdSchema = z.uuid().toLowerCase();

/** The accounts that other people make, change and delete. Superadmins are not among them, so no call can lose the last one. */
export type ManagedRole = Exclude<Role, "superadmin">;

/** Orders that every list of accounts has; `all` is the list as it stands, newest first. */
export const ACCOUNT_SORTS = ["all", "name-asc", "name-desc", "email-asc", "email-desc", "date-oldest", "date-newest"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** A new account. Addresses are unique over all roles. */
export const newAccountSchema = z.object({
  role: roleSchema,
  name: personNameSchema("A name is required."),
  email: emailSchema,
  password: newPasswordSchema(),
});
export type NewAccount = z.infer<typeof newAccountSchema>;

/** What an account that exists is to be. */
export interface AccountChange {
  name: string;
  email: string;
  /** Undefined keeps the present one. */
  password?: string | undefined;
}

/** The signed-in person's own account, as sign-in and `me` answer it. */
export const accountProfileSchema = z.object({
  _id: answeredIdSchema,
  role: roleSchema,
  name: z.string(),
  email: z.string(),
  fullName: z.string().describe("The same as `name`."),
  assignedProjects: z.array(referenceSchema).describe("Empty for admins, who see every project."),
});
export type AccountProfile = z.infer<typeof accountProfileSchema>;
