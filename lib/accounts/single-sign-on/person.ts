import { z } from "zod";
import type { OidcSettings } from "../../http/settings/oidc-settings";
import { emailSchema, personNameSchema } from "../schema";
import type { Role } from "../sessions/schema";

/** Why a person that the provider knows may not sign in. */
export type SingleSignOnRefusal = "unverified" | "domain" | "removed" | "taken" | "superadmin" | "ended";

/** A person who signed in at the provider. */
export interface Person {
  issuer: string;
  subject: string;
  /** Verified, in lower case. */
  email: string;
  name: string;
  /** Null: the claims don't decide on it. */
  role: Exclude<Role, "superadmin"> | null;
  /** Values of the claim with groups. Null: the claims don't decide on them. */
  groups: string[] | null;
}

const isTrue = z.union([z.literal(true), z.literal(1), z.literal("1"), z.literal("true")]);
const isFalse = z.union([z.literal(false), z.literal(0), z.literal("0"), z.literal("false")]);

/** Entra ID sends `xms_edov` instead of `email_verified`. */
const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1),
  email: emailSchema.optional().catch(undefined),
  email_verified: z.unknown().optional(),
  xms_edov: z.unknown().optional(),
  name: z.string().optional().catch(undefined),
});

export type Claims = Readonly<Record<string, unknown>>;

/** Finds a claim by its name, or by a path such as `realm_access.roles`. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split(".").reduce<unknown>((value, key) => {
    return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Claims)[key] : undefined;
  }, claims);
}

function isAllowed(email: string, allowedDomains: readonly string[]): boolean {
  return allowedDomains.includes("*") || allowedDomains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/** Reads the person from the verified claims, or why that person is refused. @throws ZodError for claims without `iss` and `sub` */
export function readPerson(claims: Claims, { allowedDomains, roleClaim, groupsClaim }: OidcSettings): Person | SingleSignOnRefusal {
  const { iss: issuer, sub: subject, email, email_verified, xms_edov, name } = claimsSchema.parse(claims);
  const marks = [email_verified, xms_edov];
  const isVerified = marks.some((mark) => isTrue.safeParse(mark).success) && !marks.some((mark) => isFalse.safeParse(mark).success);
  if (!email || !isVerified) return "unverified";
  if (!isAllowed(email, allowedDomains)) return "domain";
  const roles = roleClaim && [findClaim(claims, roleClaim)].flat();
  const role = roles && (roles.includes("admin") ? "admin" : "user");
  const groups = groupsClaim && [findClaim(claims, groupsClaim)].flat().filter((value) => typeof value === "string");
  // Names that the product does not allow are replaced by the address.
  const shown = personNameSchema("").safeParse(name ?? "").data ?? email;
  return { issuer, subject, email, name: shown, role: role || null, groups: groups || null };
}
