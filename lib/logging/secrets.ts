/** What stands in the place of a secret. */
export const REMOVED = "[removed]";

/** Too short to be told from an ordinary word, and no secret either. */
const SHORTEST = 6;

const SECRET_SETTINGS = ["AUTH_SECRET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "SUPERADMIN_PASSWORD"] as const;
const SETTINGS_WITH_PASSWORD = ["DATABASE_URL", "SMTP_URL"] as const;

/**
 * What a secret looks like wherever it stands. None of them reaches over a quote or a backslash, so that a line of JSON
 * stays one.
 */
const shapes: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Signed tokens: sessions, and whatever else is a JWT.
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]+)*/g, REMOVED],
  // By name, in an address, a cookie or a form.
  [/((?:token|ticket|password|secret|signature|credential)=)[^\s"'\\;&]+/gi, `$1${REMOVED}`],
  // By name, in JSON that was quoted.
  [/(\\*"(?:[a-z]*password|[a-z]*token|[a-z]*secret|ticket)\\*"\s*:\s*\\*")[^"\\]+/gi, `$1${REMOVED}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REMOVED}`],
  [/\b(AWS4-HMAC-SHA256)\s+[^"'\\]+/g, `$1 ${REMOVED}`],
  // Credentials of an address.
  [/(\b[a-z][a-z\d+.-]*:\/\/)[^\s"'\\/@]*:[^\s"'\\/@]*@/gi, `$1${REMOVED}@`],
  [/\$argon2[\w$=,+/-]+/g, REMOVED],
];

function passwordOf(address: string | undefined): string[] {
  if (!address || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  return [password, decodeURIComponent(password)];
}

/** As it stands in a line of JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Makes a function that cuts secrets out of a text, by their value and by their looks.
 * @param settings the environment with the secrets of this installation
 */
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
