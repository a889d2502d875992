/**
 * Returns a Permissions-Policy that denies the camera and the microphone.
 * @param geolocation origins that may ask for the visitor's location, or `self`; none denies it
 */
export function permissionsPolicy(geolocation: readonly string[]): string {
  const allowed = geolocation.map((origin) => (origin === "self" ? origin : `"${origin}"`));
  return `geolocation=(${allowed.join(" ")}), camera=(), microphone=()`;
}
