import { z } from "zod";

/** A setting that is an origin. Without a trailing slash. */
export const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);

/** The origin of all maps, or with a wildcard the one above the origins that each map has of its own. */
export interface MapsOrigin {
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
