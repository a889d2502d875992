import { AppError } from "../../errors";
import { hashPassword } from "./passwords";

export const COMMON_PASSWORD = "This password is one of the most common ones, which attackers try first. Please choose another one.";
export const OWN_PASSWORD = "The password cannot be the name or the email address of its account.";
export const PRODUCT_PASSWORD = "The password cannot be the name of this product.";

/** The name of the product, optionally followed by digits or signs. */
const PRODUCT_NAME = /^sea[-_.]?vision[\d\W_]*$/u;

/** The owner of a password. Without a name, only the address is compared. */
export interface PasswordOwner {
  name?: string;
  email: string;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loads 49,000 passwords on first use, because most processes never need them. */
function loadCommon(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return common;
}

const plain = (text: string) => text.normalize("NFC").toLowerCase().replace(/\s+/gu, "");

function isOwn(password: string, { name = "", email }: PasswordOwner): boolean {
  return [name, email, email.split("@", 1)[0] ?? ""].some((text) => text !== "" && plain(text) === plain(password));
}

/**
 * Hashes a new password, unless it is easily guessed (NIST SP 800-63B, 3.1.1.2).
 * @param field of the form, which shows the message
 * @throws AppError 400 for a common password, the owner's name or address, and the product's name; 503 when too many wait
 */
export async function hashNewPassword(password: string, owner: PasswordOwner, field = "password"): Promise<string> {
  const refuse = (message: string) => new AppError("bad_request", message, { fields: { [field]: message } });
  if (isOwn(password, owner)) throw refuse(OWN_PASSWORD);
  if (PRODUCT_NAME.test(plain(password))) throw refuse(PRODUCT_PASSWORD);
  if ((await loadCommon()).has(plain(password))) throw refuse(COMMON_PASSWORD);
  return hashPassword(password);
}
