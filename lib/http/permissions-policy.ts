/**
 * Returns a Permissions-Policy that denies the camera and the microphone.
 * @param geolocation origins that may ask for the visitor's location, or `self`; none denies it
 * @param passkeys as `geolocation`, for creating and using passkeys
 */
export function permissionsPolicy(geolocation: readonly string[], passkeys: readonly "self"[] = []): string {
  const allowed = geolocation.map((origin) => (origin === "self" ? origin : `"${origin}"`));
  const policies = {
    geolocation: allowed,
    camera: [],
    microphone: [],
    "publickey-credentials-create": passkeys,
    "publickey-credentials-get": passkeys,
  };
  return Object.entries(policies)
    .map(([feature, origins]) => `${feature}=(${origins.join(" ")})`)
    .join(", ");
}
