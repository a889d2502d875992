import { z } from "zod";
import { flag } from "./settings";

const text = z.string().min(1);

const isLoopback = (host: string) => host === "localhost" || host === "127.0.0.1" || host === "[::1]";

const ISSUER = "OIDC_ISSUER must be an https URL (http on localhost only)";

const issuer = z
  .url({ error: ISSUER, abort: true })
  .refine((value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  }, ISSUER)
  .transform((value) => value.replace(/\/$/, ""));

const DOMAINS = "OIDC_ALLOWED_DOMAINS must be domains with commas between them, or *";

const domains = z
  .string()
  .transform((value) => value.split(",").map((domain) => domain.trim().toLowerCase()))
  .refine((list) => list.every((domain) => domain === "*" || /^[^\s@,*]+\.[^\s@,*.]+$/.test(domain)), DOMAINS);

/** Variables of single sign-on with OpenID Connect. */
export const oidcVariables = {
  OIDC_ISSUER: issuer.optional().describe("Provider of single sign-on (OpenID Connect), such as `https://login.example.com/realms/staff`."),
  OIDC_CLIENT_ID: text.optional().describe("Client id that the provider gave. Required with `OIDC_ISSUER`."),
  OIDC_CLIENT_SECRET: text.optional().describe("Client secret that the provider gave. Required with `OIDC_ISSUER`."),
  OIDC_LABEL: text.max(60).default("single sign-on").describe("Name of the provider on the button “Sign in with …”."),
  OIDC_ALLOWED_DOMAINS: domains
    .optional()
    .describe("Domains of the email addresses that may use it, with commas between. `*` allows all. Required with `OIDC_ISSUER`."),
  OIDC_ROLE_CLAIM: text
    .optional()
    .describe(
      "Claim with the roles, such as `realm_access.roles`. With `admin` in it, the person is an admin, otherwise a user. If unset: new accounts are users.",
    ),
  OIDC_GROUPS_CLAIM: text
    .optional()
    .describe(
      "Claim with the groups of a person, such as `groups` or `realm_access.groups`. Each group of Sea-Vision names the values that lead to it.",
    ),
  OIDC_ONLY: flag.default(false).describe("`1`: only superadmins may sign in with a password."),
};

type Values = z.output<z.ZodObject<typeof oidcVariables>>;

/** Returns the settings of single sign-on; null without a provider. @throws Error when one that belongs to it is missing */
export function readOidc(values: Values) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ALLOWED_DOMAINS, OIDC_ONLY } = values;
  if (!OIDC_ISSUER) {
    if (OIDC_CLIENT_ID || OIDC_CLIENT_SECRET || OIDC_ONLY)
      throw new Error("Wrong settings:\n✖ OIDC_ISSUER must be set when other OIDC settings are");
    return null;
  }
  if (!OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_ALLOWED_DOMAINS)
    throw new Error("Wrong settings:\n✖ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ALLOWED_DOMAINS must be set with OIDC_ISSUER");
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    label: values.OIDC_LABEL,
    /** Domains in lower case; `*` allows all. */
    allowedDomains: OIDC_ALLOWED_DOMAINS,
    groupsClaim: values.OIDC_GROUPS_CLAIM ?? null,
    roleClaim: values.OIDC_ROLE_CLAIM ?? null,
    /** Whether only superadmins may sign in with a password. */
    isOnly: OIDC_ONLY,
  };
}

export type OidcSettings = NonNullable<ReturnType<typeof readOidc>>;
