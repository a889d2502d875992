/** Origins that may use a feature, or `self`. None denies it. */
interface Allowed {
  geolocation?: readonly string[];
  /** Also the microphone. */
  camera?: readonly string[];
  /** Creating and using passkeys. */
  passkeys?: readonly "self"[];
}

/** Returns a Permissions-Policy. */
export function permissionsPolicy({ geolocation = [], camera = [], passkeys = [] }: Allowed): string {
  const quote = (origins: readonly string[]) => origins.map((origin) => (origin === "self" ? origin : `"${origin}"`));
  const policies = {
    geolocation: quote(geolocation),
    camera: quote(camera),
    microphone: quote(camera),
    "publickey-credentials-create": passkeys,
    "publickey-credentials-get": passkeys,
  };
  return Object.entries(policies)
    .map(([feature, origins]) => `${feature}=(${origins.join(" ")})`)
    .join(", ");
}
