import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

export const OIDC_CLIENT = { id: "sea-vision", secret: "a secret of this test" };

/** Claims of a person at the provider. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  roles?: string[];
}

function configurationFor(appOrigin: string, people: ReadonlyMap<string, ProviderPerson>): Configuration {
  return {
    clients: [{ client_id: OIDC_CLIENT.id, client_secret: OIDC_CLIENT.secret, redirect_uris: [`${appOrigin}/api/auth/callback/oidc`] }],
    claims: { openid: ["sub", "roles"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a key of this test"] },
    pkce: { required: () => true },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId ?? "", accountId: oidc.session?.accountId ?? "" });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

/** Adds spaces to the text that is sent, which JSON allows. */
function padAnswer(response: ServerResponse, bytes: number): void {
  const end = response.end.bind(response);
  const endPadded = (text: string) => {
    response.setHeader("Content-Length", Buffer.byteLength(text) + bytes);
    return end(text + " ".repeat(bytes));
  };
  Object.assign(response, { end: endPadded });
}

/** An OpenID Connect provider on localhost. It signs all people in as `person`, without asking. */
export class OidcProvider {
  person: ProviderPerson = { sub: "unset" };
  private readonly people = new Map<string, ProviderPerson>();
  private provider: Provider | null = null;
  private isDown = false;
  private tokenPadding = 0;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<OidcProvider> {
    const started = new OidcProvider();
    started.server.listen(0, "127.0.0.1");
    await once(started.server, "listening");
    return started;
  }

  get issuer(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Accepts sign-ins for the application at this origin. */
  serve(appOrigin: string): void {
    this.provider = new Provider(this.issuer, configurationFor(appOrigin, this.people));
  }

  /** @param isDown whether it answers 503 */
  setDown(isDown: boolean): void {
    this.isDown = isDown;
  }

  /** @param bytes of spaces after each answer with tokens */
  padTokens(bytes: number): void {
    this.tokenPadding = bytes;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider, person } = this;
    if (!provider || this.isDown) return void response.writeHead(503).end();
    if (request.url === "/token") padAnswer(response, this.tokenPadding);
    if (!request.url?.startsWith("/interaction/")) return void provider.callback()(request, response);
    this.people.set(person.sub, person);
    await provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  }
}
