import { newSecretToken } from "../../http/secret-token";

/** Secret scanners find tokens by this prefix. */
const PREFIX = "sv_";
const FORM = /^sv_[\w-]{43}$/;

export function newApiToken(): string {
  return `${PREFIX}${newSecretToken()}`;
}

export function isApiToken(text: string): boolean {
  return FORM.test(text);
}
