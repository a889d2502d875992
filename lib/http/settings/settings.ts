import { z } from "zod";
import { archiveLimits } from "../../archives/limits";

/** A setting that is an origin. Without a trailing slash. */
export const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);

/** The origin of all maps, or with a wildcard the one above the origins that each map has of its own. */
interface MapsOrigin {
  base: string;
  isWildcard: boolean;
}

/** Browsers resolve `localhost` and the names below it to the same machine. */
const isLocalhost = (host: string) => host === "localhost" || host.endsWith(".localhost");

export const isLoopback = (host: string) => isLocalhost(host) || /^127(\.\d{1,3}){3}$/.test(host) || host === "[::1]";

const WILDCARD = "MAPS_ORIGIN must be an origin, whose host may begin with *. on https (on http for localhost only)";

/** The setting MAPS_ORIGIN. */
export const mapsOrigin = z.string().transform((value, context): MapsOrigin => {
  const isWildcard = /^https?:\/\/\*\./.test(value);
  const parsed = origin.safeParse(value.replace("://*.", "://"));
  const { protocol, hostname } = new URL(parsed.data ?? "invalid:");
  // Browsers accept the cookies of isolated maps from https and localhost only.
  const isAllowed = !hostname.includes("*") && (!isWildcard || protocol === "https:" || isLocalhost(hostname));
  if (parsed.success && isAllowed) return { base: parsed.data, isWildcard };
  context.issues.push({ code: "custom", message: WILDCARD, input: value });
  return z.NEVER;
});

const refuse = (message: string) => new Error(`Wrong settings:\n✖ ${message}`);

interface OriginSettings {
  appOrigin: string;
  setting: MapsOrigin | undefined;
  port: number;
}

/**
 * Returns the origin of the maps. By default each map has an origin of its own below localhost.
 * @throws Error when browsers could not open maps from the application's origin
 */
export function readMapsOrigin({ appOrigin, setting, port }: OriginSettings): MapsOrigin {
  const { protocol, hostname } = new URL(appOrigin);
  if (!setting && !isLoopback(hostname))
    // Browsers of other machines would look for the maps on their own localhost.
    throw refuse("MAPS_ORIGIN must be set when APP_ORIGIN is not on localhost, for example to https://*.maps.example.net");
  // Only with https or on localhost do browsers send Sec-Fetch-Site, which separates them from programs. Programs share one origin of the maps.
  if (setting?.isWildcard && protocol === "http:" && !isLoopback(hostname))
    throw refuse("APP_ORIGIN must be on https or on localhost when MAPS_ORIGIN has a wildcard");
  return setting ?? { base: `http://localhost:${port}`, isWildcard: true };
}

/** A setting that is on or off. */
export const flag = z.enum(["0", "1", "false", "true"]).transform((value) => value === "1" || value === "true");

/** Variables of the limits for work on uploaded content. */
export const parserVariables = {
  MAX_FILES: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .default(archiveLimits.entries)
    .describe("Files and folders that a map may have. The browser and `sea-vision push` send at most 10,000,000."),
  PARSER_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(120)
    .describe(
      "Seconds that reading or converting an uploaded file may take without progress. Up to five times as long while the machine has more work than processors.",
    ),
  PARSER_MEGABYTES: z.coerce
    .number()
    .int()
    .min(128)
    .max(65_536)
    .default(512)
    .describe("Memory that reading or converting an uploaded file may take, in MB."),
  INFLATE_RATIO: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe("Inflated bytes per byte of a ZIP that an import may store. The first 64 MB do not count."),
};

const ROLES = ["superadmin", "admin", "user"] as const;

const MISTAKE = "REQUIRE_MFA must be roles with commas between them: superadmin, admin, user";

/** Variables of second factors, and of passwords that the account has not chosen. */
export const mfaVariables = {
  REQUIRE_MFA: z
    .string()
    .transform((value) => value.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, MISTAKE)))
    .default([])
    .describe("Roles that must set up two-step verification, with commas between, such as `superadmin,admin`. If unset: none."),
  REQUIRE_PASSWORD_CHANGE: flag
    .default(false)
    .describe("`1`: accounts must replace a password that another account, `npm run admin` or the first start has set."),
};

/** Returns the roles whose accounts must replace such a password. With `OIDC_ONLY`, only superadmins use passwords. */
export function readPasswordRoles(values: { REQUIRE_PASSWORD_CHANGE: boolean; OIDC_ONLY: boolean }): (typeof ROLES)[number][] {
  return values.REQUIRE_PASSWORD_CHANGE ? ROLES.filter((role) => role === "superadmin" || !values.OIDC_ONLY) : [];
}

/** Variables of share links. */
export const shareLinkVariables = {
  SHARE_LINKS: flag.default(true).describe("`0`: share links are off, also those that exist."),
  SHARE_LINKS_PASSWORD: flag.default(false).describe("`1`: each new share link needs a password."),
  SHARE_LINKS_END: flag.default(false).describe("`1`: each new share link needs a last day."),
  SHARE_LINKS_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .optional()
    .describe("Days that a new share link may be valid. It then needs a last day. If unset: any number."),
};
const variables = z.object(shareLinkVariables);

/** Returns what new share links must have. */
export function readShareLinks({ SHARE_LINKS, SHARE_LINKS_PASSWORD, SHARE_LINKS_END, SHARE_LINKS_DAYS }: z.infer<typeof variables>) {
  return {
    areOn: SHARE_LINKS,
    needPassword: SHARE_LINKS_PASSWORD,
    needEnd: SHARE_LINKS_END || SHARE_LINKS_DAYS !== undefined,
    /** Days; null: any number. */
    mostDays: SHARE_LINKS_DAYS ?? null,
  };
}
