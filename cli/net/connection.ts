import { EnvHttpProxyAgent, type RequestInit as UndiciInit, fetch as undiciFetch } from "undici";

/**
 * Connections of this program. They go through a proxy where HTTPS_PROXY, HTTP_PROXY and NO_PROXY say so; further
 * certificates come from NODE_EXTRA_CA_CERTS, which Node reads by itself.
 */
export const connections = new EnvHttpProxyAgent({ connectTimeout: 15_000 });

/** `fetch` over these connections. Node's own would not take them. */
export async function fetchOver(address: URL, init: RequestInit): Promise<Response> {
  // The two are one interface with two names.
  return (await undiciFetch(address, { ...(init as UndiciInit), dispatcher: connections })) as unknown as Response;
}
