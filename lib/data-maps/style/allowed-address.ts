/** Returns an address that browsers open by https, or null. Names of users in it would hide its host. */
function httpsAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.protocol === "https:" && url.username === "" && url.password === "" ? url : null;
  } catch {
    return null;
  }
}

/** Returns a host as browsers write it, with its port unless it is that of https; or null for other texts. */
export function toHost(text: string): string | null {
  return /^[^\s/?#@\\*]+$/.test(text) ? (httpsAddress(`https://${text}`)?.host ?? null) : null;
}

/** Returns the address that a value is, if it is an https address on one of the hosts; else null. */
export function allowedAddress(value: unknown, hosts: readonly string[]): string | null {
  const url = typeof value === "string" && /^\s*https:\/\//i.test(value) ? httpsAddress(value) : null;
  return url && hosts.some((host) => toHost(host) === url.host) ? url.href : null;
}
