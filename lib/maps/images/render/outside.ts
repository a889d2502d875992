import { isIP } from "node:net";
import { Agent, fetch, type Response } from "undici";
import { env } from "../../../env";
import { type Answer, Budget, type Found, type Question } from "./answer";
import { AddressRefusedError, isPublicAddress, type Resolve, resolveAllowed, resolveHost } from "./public-address";

const MOST_REQUESTS = 400;
const MOST_BYTES = 48 * 1024 * 1024;
const MOST_BYTES_EACH = 8 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const LIMIT_MS = 10_000;

/** Of an answer, what a page can tell from it; cookies, policies and encodings are not passed on. */
const PASSED_ON = ["content-type", "content-range", "accept-ranges", "access-control-allow-origin", "cross-origin-resource-policy"];

/** Which hosts may be asked. Tests, whose servers are all on one machine, have rules of their own. */
export interface OutsideRules {
  resolve: Resolve;
  isAllowed: (address: string) => boolean;
  ports: readonly string[];
}

const openInternet: OutsideRules = { resolve: resolveHost, isAllowed: isPublicAddress, ports: ["80", "443"] };

/** @throws AddressRefusedError for what may not be asked, whatever its name would turn out to be */
function checkUrl({ protocol, hostname, port, username }: URL, { isAllowed, ports }: OutsideRules): void {
  const standard = protocol === "https:" ? "443" : "80";
  const host = hostname.replace(/^\[|\]$/g, "");
  const isWeb = protocol === "http:" || protocol === "https:";
  if (!isWeb || username !== "" || !ports.includes(port || standard)) throw new AddressRefusedError(`${protocol}//${hostname}:${port}`);
  // No look-up is made for an address that is written as numbers.
  if (isIP(host) && !isAllowed(host)) throw new AddressRefusedError(host);
}

/**
 * Fetches for the map's page what lies on other hosts, a base map's tiles say. The page is a stranger's and this process stands
 * in the operator's network, so only the open internet is asked, only with GET, and only for so much.
 */
export class Outside {
  private readonly agent: Agent;
  private readonly budget = new Budget(MOST_REQUESTS, MOST_BYTES);

  constructor(private readonly rules: OutsideRules = openInternet) {
    this.agent = new Agent({
      connections: 6,
      connect: {
        lookup: (hostname, options, callback) => {
          resolveAllowed(hostname, rules.resolve, rules.isAllowed).then(
            (addresses) => (options.all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family)),
            (error: NodeJS.ErrnoException) => callback(error, ""),
          );
        },
      },
    });
  }

  /**
   * Follows redirects, each address checked like the first.
   * @throws AddressRefusedError; Error when the host cannot be reached, or when there is too much of anything
   */
  async get(question: Question, signal: AbortSignal): Promise<Found> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    let at = question.url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await this.ask({ ...question, url: at }, limited);
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
      if (location === null) return { ...(await this.read(response)), url: at };
      await response.body?.cancel();
      at = new URL(location, at);
    }
    throw new Error(`${question.url.host} redirects too often.`);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async ask({ url, range, isCrossOrigin }: Question, signal: AbortSignal): Promise<Response> {
    checkUrl(url, this.rules);
    if (!this.budget.takeRequest()) throw new Error("The map asks too much of other hosts.");
    const { appOrigin, mapsOrigin } = env();
    const headers = {
      accept: "*/*",
      // Public tile servers want to know who asks, and for which site: what the map's visitors would say.
      referer: `${mapsOrigin}/`,
      ...(isCrossOrigin && { origin: mapsOrigin }),
      "user-agent": `Mozilla/5.0 (compatible; Sea-Vision map pictures; +${appOrigin})`,
      ...(range && { range }),
    };
    return await fetch(url, { headers, redirect: "manual", dispatcher: this.agent, signal });
  }

  private async read(response: Response): Promise<Answer> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MOST_BYTES_EACH || !this.budget.takeBytes(chunk.length)) throw new Error("The map loads too much from other hosts.");
      chunks.push(chunk);
    }
    const headers: Record<string, string> = {};
    for (const name of PASSED_ON) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    return { status: response.status, headers, body: Buffer.concat(chunks) };
  }
}
