export const REMOVED = "[removed]";

/** Shorter values could be ordinary words. */
const SHORTEST = 6;

const SECRET_SETTINGS = ["AUTH_SECRET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "SUPERADMIN_PASSWORD"] as const;
const SETTINGS_WITH_PASSWORD = ["DATABASE_URL", "SMTP_URL"] as const;

/** Patterns of secrets. None matches across a quote or backslash, so that a line stays JSON. */
const shapes: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bsv_[\w-]{20,}/g, REMOVED],
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]+)*/g, REMOVED],
  [/((?:token|ticket|password|secret|signature|credential)=)[^\s"'\\;&]+/gi, `$1${REMOVED}`],
  [/(\\*"(?:[a-z]*password|[a-z]*token|[a-z]*secret|ticket)\\*"\s*:\s*\\*")[^"\\]+/gi, `$1${REMOVED}`],
  [/((?:\/|%2F)share(?:\/|%2F))[\w-]{43}/gi, `$1${REMOVED}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REMOVED}`],
  [/\b(AWS4-HMAC-SHA256)\s+[^"'\\]+/g, `$1 ${REMOVED}`],
  [/(\b[a-z][a-z\d+.-]*:\/\/)[^\s"'\\/@]*:[^\s"'\\/@]*@/gi, `$1${REMOVED}@`],
  [/\$argon2[\w$=,+/-]+/g, REMOVED],
];

function passwordOf(address: string | undefined): string[] {
  if (!address || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  return [password, decodeURIComponent(password)];
}

/** As in a line of JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Returns a function that removes secrets from text by value and pattern. @param settings the environment */
export function secretRemover(settings: Record<string, string | undefined>): (text: string) => string {
  const secrets = [
    ...SECRET_SETTINGS.map((name) => settings[name]),
    ...SETTINGS_WITH_PASSWORD.flatMap((name) => passwordOf(settings[name])),
  ].filter((secret): secret is string => secret !== undefined && secret.length >= SHORTEST);
  const known = [...new Set(secrets.flatMap((secret) => [secret, inJson(secret), encodeURIComponent(secret)]))];
  return (text) => {
    let clean = text;
    for (const secret of known) if (clean.includes(secret)) clean = clean.replaceAll(secret, REMOVED);
    for (const [pattern, replacement] of shapes) clean = clean.replace(pattern, replacement);
    return clean;
  };
}

const MAX_LENGTH = 512;

/** Removed by its place: not every token of a share link looks like a secret. */
const SHARE_TOKEN = /^(\/+share\/+)[^/]+/;

const SECRET_SEGMENT = /(?<=\/)(?=[\w.~-]*\d)(?=[\w.~-]*[A-Z])(?=[\w.~-]*[a-z])[\w-]{40,}[\w.~-]*(?=\/|$)/g;

/** Returns the path of a request without its query, where tickets and reset links have secrets. */
export function pathForLog(url: string | undefined): string {
  const [path = "/"] = (url ?? "/").split(/[?#]/, 1);
  // Cut first: the search takes quadratic time.
  const safe = path.slice(0, MAX_LENGTH).replace(SHARE_TOKEN, `$1${REMOVED}`).replace(SECRET_SEGMENT, REMOVED);
  return path.length > MAX_LENGTH ? `${safe}…` : safe;
}
