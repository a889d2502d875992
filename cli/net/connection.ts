import { EnvHttpProxyAgent, type RequestInit as UndiciInit, fetch as undiciFetch } from "undici";

/** Connections through the proxy of HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Node reads NODE_EXTRA_CA_CERTS. */
export const connections = new EnvHttpProxyAgent({ connectTimeout: 15_000 });

export async function fetchOver(address: URL, init: RequestInit): Promise<Response> {
  // Both types have the same interface.
  return (await undiciFetch(address, { ...(init as UndiciInit), dispatcher: connections })) as unknown as Response;
}
