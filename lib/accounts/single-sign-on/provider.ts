import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import type { NextAuthOptions } from "next-auth";
import { hostCookieName, hostCookieOptions } from "../../http/cookies";
import type { OidcSettings } from "../../http/settings/oidc-settings";
import type { Claims } from "./person";

type OidcProvider = Extract<NextAuthOptions["providers"][number], { type: "oauth" }>;

/** Id of the provider in NextAuth's paths. The provider must know the redirect URI `…/api/auth/callback/oidc`. */
export const OIDC = "oidc";

/** Seconds in which a person signs in at the provider. */
const SIGN_IN_SECONDS = 15 * 60;

const ANSWER_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;

/** Returns an agent whose connections end after a time and a number of bytes, also when the provider sends slowly. */
function limitedAgent(issuer: string): HttpAgent {
  const agent = issuer.startsWith("https:") ? new HttpsAgent() : new HttpAgent();
  agent.on("free", (socket: Socket) => socket.destroy());
  const create = agent.createConnection.bind(agent) as (...given: unknown[]) => Socket;
  return Object.assign(agent, {
    createConnection: (...given: unknown[]) => {
      const socket = create(...given);
      const timer = setTimeout(() => socket.destroy(new Error("The provider takes too long.")), ANSWER_MS);
      const push = socket.push.bind(socket);
      // An event of the socket would come too late: the same bytes could complete the answer.
      socket.push = (...chunk) => {
        if (socket.bytesRead <= ANSWER_BYTES) return push(...chunk);
        socket.destroy(new Error("The answer of the provider is too large."));
        return false;
      };
      return socket.once("close", () => clearTimeout(timer));
    },
  });
}

/** Returns NextAuth's provider: OpenID Connect, code flow with PKCE, state and nonce. */
export function oidcProvider({ issuer, clientId, clientSecret, label }: OidcSettings): OidcProvider {
  return {
    id: OIDC,
    name: label,
    type: "oauth",
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    authorization: { params: { scope: "openid email profile" } },
    checks: ["pkce", "state", "nonce"],
    idToken: true,
    httpOptions: { timeout: ANSWER_MS, agent: limitedAgent(issuer) },
    userinfo: {
      // Some providers put only the subject into the ID token, and the other claims here. Claims of both are not mixed.
      request: async ({ tokens, client }) => {
        // NextAuth's type leaves the methods out.
        const verified = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const claims = verified.claims();
        if (claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint) return claims;
        const { iss, sub } = claims;
        return { ...(await client.userinfo(verified)), iss, sub };
      },
    },
    profile: (claims: Claims) => ({ id: String(claims["sub"]) }),
  };
}

/** Returns the cookies of a sign-in that is under way at the provider. */
export function oidcCookies(): NonNullable<NextAuthOptions["cookies"]> {
  const cookie = (name: string) => ({ name: hostCookieName(name), options: { ...hostCookieOptions(), maxAge: SIGN_IN_SECONDS } });
  return { pkceCodeVerifier: cookie("sea-vision.pkce"), state: cookie("sea-vision.state"), nonce: cookie("sea-vision.nonce") };
}
