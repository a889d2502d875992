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
    httpOptions: { timeout: ANSWER_MS },
    userinfo: {
      // Some providers put only the subject into the ID token, and the other claims here.
      request: async ({ tokens, client }) => {
        // NextAuth's type leaves the methods out.
        const verified = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const others = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(verified) : {};
        return { ...others, ...verified.claims() };
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
