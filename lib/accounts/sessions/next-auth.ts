import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import { decode, encode } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { env } from "../../env";
import { AppError, methodNotAllowed, notFound } from "../../errors";
import { readClient } from "../../http/client";
import { hostCookieName, hostCookieOptions } from "../../http/cookies";
import { bodyLimits, readText } from "../../http/route";
import { logger } from "../../logging/logger";
import { hasRecentProof } from "../proofs/policy";
import { signInCallSchema } from "../schema";
import { signInWithClaims } from "../single-sign-on/mutations";
import { OIDC, oidcCookies, oidcProvider } from "../single-sign-on/provider";
import { readCredential, SESSION_SECONDS, sessionCookieName } from "./cookie";
import { findViewerByToken } from "./data";
import { readDeviceCookies } from "./device";
import { endFormerSession, endSession, type SignedIn } from "./mutations";
import { refuseForeignPage, requireNoDuty } from "./policy";
import type { RequestLike } from "./schema";
import { signIn } from "./sign-in";
import { keyFor, verifyToken } from "./token";

/** Supported NextAuth actions; NextAuth answers 500 to others. Excludes its pages and `_log`, which lets any client write to the log. */
const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["csrf", ["GET", "HEAD"]],
  ["error", ["GET", "HEAD"]],
  ["providers", ["GET", "HEAD"]],
  ["session", ["GET", "HEAD", "POST"]],
  ["signin", ["GET", "HEAD", "POST"]],
  ["signout", ["GET", "HEAD", "POST"]],
]);

/** Methods of a provider's callback. */
const CALLBACKS: ReadonlyMap<string, readonly string[]> = new Map([
  ["credentials", ["POST"]],
  [OIDC, ["GET"]],
]);

const callbackCookieName = () => hostCookieName("sea-vision.callback");

/** Returns the account that is signed in here with a recent proof and no duty, or null. */
async function findProvenAccount(request: RequestLike): Promise<string | null> {
  const credential = readCredential(request);
  const viewer = credential && (await findViewerByToken(credential.token));
  return viewer && !viewer.duty && (await hasRecentProof(viewer)) ? viewer.accountId : null;
}

class Outcome {
  /** NextAuth answers errors as signed out; this keeps the error for the real answer. */
  error: unknown;
  readonly cookies: string[] = [];

  async keep<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      this.error = error;
      throw error;
    }
  }
}

/** NextAuth's options for one request, so that the callbacks know its client and share its session. */
function optionsFor(request: RequestLike, action: string | undefined, outcome: Outcome): NextAuthOptions {
  const client = readClient(request);
  const { oidc } = env();
  let held: SignedIn | null = null;
  return {
    secret: Buffer.from(keyFor("NextAuth forms")).toString("hex"),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/login", signOut: "/login", error: "/login" },
    cookies: {
      sessionToken: { name: sessionCookieName(), options: hostCookieOptions() },
      callbackUrl: { name: callbackCookieName(), options: hostCookieOptions() },
      ...oidcCookies(),
    },
    providers: [
      Credentials({
        credentials: {
          email: { label: "Email", type: "email" },
          password: { label: "Password", type: "password" },
          code: { label: "Code of the second factor", type: "text" },
        },
        authorize: (credentials) =>
          outcome.keep(async () => {
            const input = signInCallSchema.safeParse({ ...credentials, code: credentials?.code || undefined });
            const result = input.success ? await signIn(input.data, client, readDeviceCookies(request)) : null;
            if (result?.outcome !== "signed-in") return null;
            outcome.cookies.push(result.deviceCookie);
            held = result;
            return { id: result.viewer.accountId, name: result.viewer.name, email: result.viewer.email };
          }),
      }),
      ...(oidc ? [oidcProvider(oidc)] : []),
    ],
    jwt: {
      // Cookies with a salt belong to a sign-in that is under way at the provider.
      decode: (params) =>
        outcome.keep(async () => {
          if (params.salt) return decode(params);
          const { token = "" } = params;
          const claims = await verifyToken(token);
          const viewer = claims && (await findViewerByToken(token));
          if (!viewer) return null;
          if (action !== "signout") requireNoDuty(viewer);
          held = { token, viewer, expiresAt: new Date(claims.exp * 1000) };
          return { sub: viewer.accountId, name: viewer.name, email: viewer.email };
        }),
      // The token was created with its Session row.
      encode: async (params) => (params.salt ? encode(params) : (held?.token ?? "")),
    },
    callbacks: {
      signIn: ({ profile }) =>
        outcome.keep(async () => {
          if (!oidc || !profile) return true;
          const linkedBy = await findProvenAccount(request);
          const result = await signInWithClaims({ ...profile }, oidc, client, readDeviceCookies(request), linkedBy);
          if (result.outcome === "refused") return `${linkedBy ? "/settings" : "/login"}?error=${result.reason}`;
          outcome.cookies.push(result.deviceCookie);
          held = result;
          return true;
        }),
      redirect: ({ url, baseUrl }) =>
        URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === baseUrl ? new URL(url, baseUrl).href : baseUrl,
      session: ({ session }) => {
        if (!held) return session;
        const { accountId, name, email, role } = held.viewer;
        const user = { _id: accountId, name, email, fullName: name, role };
        return { user, expires: held.expiresAt.toISOString() };
      },
    },
    events: {
      signIn: () => outcome.keep(() => endFormerSession(request, client)),
      signOut: () =>
        outcome.keep(async () => {
          if (held) await endSession(held.viewer, client);
        }),
    },
    logger: {
      // Thrown for every invalid token.
      error: (code, metadata) => code !== "JWT_SESSION_ERROR" && logger.warn({ code, metadata }, "NextAuth"),
      warn: (code) => logger.debug({ code }, "NextAuth"),
      debug: () => undefined,
    },
  };
}

/** NextAuth would answer 500 to an invalid URL. */
function requireCallbackUrl(request: NextRequest): void {
  const urls = [...request.nextUrl.searchParams.getAll("callbackUrl"), request.cookies.get(callbackCookieName())?.value];
  const isFit = (url: string) => URL.canParse(url, env().appOrigin) && /^(\/|https?:)/.test(url);
  if (urls.some((url) => url && !isFit(url))) throw new AppError("bad_request", "callbackUrl is not an address.");
}

/** NextAuth copies the error code into the Location header, which does not allow every text. */
function requireErrorCode({ nextUrl }: NextRequest, [action, code = ""]: readonly string[]): void {
  const codes = [...nextUrl.searchParams.getAll("error"), code];
  if (action === "error" && codes.some((one) => !/^\w{0,50}$/.test(one))) throw new AppError("bad_request", "error is not a code.");
}

/** Checks the action and the provider. @throws AppError 404 for an unsupported one; 405 */
function requireAction(method: string, [action = "", provider = ""]: readonly string[]): void {
  if (provider === OIDC && !env().oidc) throw notFound();
  const methods = action === "callback" ? CALLBACKS.get(provider) : ACTIONS.get(action);
  if (!methods) throw notFound();
  if (!methods.includes(method)) throw methodNotAllowed(methods);
}

/** NextAuth passes every parameter on to the provider. A sign-in for a proof asks it for the password again. */
function withKnownParameters(request: NextRequest, [action, provider]: readonly string[]): NextRequest {
  if (action !== "signin" || provider !== OIDC) return request;
  const url = new URL(request.url);
  url.search = url.searchParams.get("prompt") === "login" ? "?prompt=login" : "";
  return new NextRequest(url, request);
}

/** NextAuth supports no HEAD. Next drops the body of the GET's answer. */
function asGet(request: NextRequest): NextRequest {
  return request.method === "HEAD" ? new NextRequest(request.url, { headers: request.headers }) : request;
}

async function checkedPost(request: NextRequest): Promise<NextRequest> {
  refuseForeignPage(request);
  const body = await readText(request, bodyLimits.credentials);
  if (request.headers.get("content-type")?.includes("application/json")) {
    try {
      JSON.parse(body);
    } catch (cause) {
      throw new AppError("bad_request", "The body is not valid JSON.", { cause });
    }
  }
  return new NextRequest(request.url, { method: "POST", headers: request.headers, body });
}

/** NextAuth's endpoints over our sessions. @throws AppError as signIn; 400 for what NextAuth rejects; 403 for another site; 404, 405 */
export async function answerNextAuth(request: NextRequest, params: Promise<{ nextauth: string[] }>): Promise<Response> {
  const { nextauth } = await params;
  requireAction(request.method, nextauth);
  requireErrorCode(request, nextauth);
  requireCallbackUrl(request);
  const known = withKnownParameters(request, nextauth);
  const checked = known.method === "POST" ? await checkedPost(known) : asGet(known);
  const outcome = new Outcome();
  const answer: Response = await NextAuth(checked, { params }, optionsFor(request, nextauth[0], outcome));
  if (outcome.error) throw outcome.error;
  if (answer.status >= 400 && !answer.headers.get("content-type")?.includes("json")) {
    throw new AppError("bad_request", "The request has no valid csrfToken.");
  }
  for (const cookie of outcome.cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
}
