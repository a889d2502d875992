import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "../../env";
import { AppError, methodNotAllowed, notFound } from "../../errors";
import { readText } from "../../http/body";
import { readClient } from "../../http/client";
import { logger } from "../../logging/logger";
import { SESSION_SECONDS, sessionCookieName, sessionCookieOptions } from "../../sessions/cookie";
import { readDeviceCookies } from "../../sessions/device";
import { signInSchema } from "../schema";
import { findViewerByToken } from "./data";
import { endSession, signIn } from "./mutations";
import { refuseForeignPage } from "./policy";
import type { RequestLike, Viewer } from "./schema";
import { keyFor, verifyToken } from "./token";

/**
 * What NextAuth offers here, and by which methods; to any other it answers 500, or 400 in its own words.
 * Left out: its pages (ours stand in for them) and `_log`, by which anybody could write to our log.
 */
const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["callback", ["POST"]],
  ["csrf", ["GET", "HEAD"]],
  ["error", ["GET", "HEAD"]],
  ["providers", ["GET", "HEAD"]],
  ["session", ["GET", "HEAD", "POST"]],
  ["signin", ["GET", "HEAD", "POST"]],
  ["signout", ["GET", "HEAD", "POST"]],
]);

const BODY_LIMIT = 64 * 1024;
const CALLBACK_COOKIE = "sea-vision.callback";

/** The session that one request is about. */
interface Held {
  token: string;
  viewer: Viewer;
  expiresAt: Date;
}

/** What comes of a request beside NextAuth's own answer. */
class Outcome {
  /** NextAuth turns what is thrown inside it into a signed-out answer; kept here, it becomes the answer it should be. */
  error: unknown;
  /** Set-Cookie values that NextAuth knows nothing of. */
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
function optionsFor(request: RequestLike, outcome: Outcome): NextAuthOptions {
  const client = readClient(request);
  let held: Held | null = null;
  return {
    secret: Buffer.from(keyFor("NextAuth forms")).toString("hex"),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/login", signOut: "/login", error: "/login" },
    cookies: {
      sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() },
      callbackUrl: { name: CALLBACK_COOKIE, options: sessionCookieOptions() },
    },
    providers: [
      Credentials({
        credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
        authorize: (credentials) =>
          outcome.keep(async () => {
            const input = signInSchema.safeParse(credentials);
            const result = input.success ? await signIn(input.data, client, readDeviceCookies(request)) : null;
            if (result?.outcome !== "signed-in") return null;
            outcome.cookies.push(result.deviceCookie);
            held = result;
            return { id: result.viewer.accountId, name: result.viewer.name, email: result.viewer.email };
          }),
      }),
    ],
    jwt: {
      decode: ({ token = "" }) =>
        outcome.keep(async () => {
          const claims = await verifyToken(token);
          const viewer = claims && (await findViewerByToken(token));
          if (!viewer) return null;
          held = { token, viewer, expiresAt: new Date(claims.exp * 1000) };
          return { sub: viewer.accountId, name: viewer.name, email: viewer.email };
        }),
      // The token is made with its Session row; here it is only handed out.
      encode: async () => held?.token ?? "",
    },
    callbacks: {
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
      signOut: () =>
        outcome.keep(async () => {
          if (held) await endSession(held.viewer, client);
        }),
    },
    logger: {
      // Thrown for every token that does not hold, which is nothing to report.
      error: (code, metadata) => code !== "JWT_SESSION_ERROR" && logger.warn({ code, metadata }, "NextAuth"),
      warn: (code) => logger.debug({ code }, "NextAuth"),
      debug: () => undefined,
    },
  };
}

/** NextAuth answers 500 to an address it cannot parse; nobody's cookie or query shall do that. */
function requireCallbackUrl(request: NextRequest): void {
  const urls = [...request.nextUrl.searchParams.getAll("callbackUrl"), request.cookies.get(CALLBACK_COOKIE)?.value];
  const isFit = (url: string) => URL.canParse(url, env().appOrigin) && /^(\/|https?:)/.test(url);
  if (urls.some((url) => url && !isFit(url))) throw new AppError("bad_request", "callbackUrl is not an address.");
}

/** NextAuth puts the code of an error to the letter into the address that it sends on to, and not every text may stand in a header. */
function requireErrorCode({ nextUrl }: NextRequest, [action, code = ""]: readonly string[]): void {
  const codes = [...nextUrl.searchParams.getAll("error"), code];
  if (action === "error" && codes.some((one) => !/^\w{0,50}$/.test(one))) throw new AppError("bad_request", "error is not a code.");
}

/** @throws AppError 404 for an action, or a provider to come back from, that is not offered; 405 */
function requireAction(method: string, [action = "", provider = ""]: readonly string[]): void {
  const methods = ACTIONS.get(action);
  if (!methods || (action === "callback" && provider !== "credentials")) throw notFound();
  if (!methods.includes(method)) throw methodNotAllowed(methods);
}

/** NextAuth knows no HEAD; what it answers to GET has the same head, and Next leaves the body out. */
function asGet(request: NextRequest): NextRequest {
  return request.method === "HEAD" ? new NextRequest(request.url, { headers: request.headers }) : request;
}

async function checkedPost(request: NextRequest): Promise<NextRequest> {
  refuseForeignPage(request);
  const body = await readText(request, BODY_LIMIT);
  if (request.headers.get("content-type")?.includes("application/json")) {
    try {
      JSON.parse(body);
    } catch (cause) {
      throw new AppError("bad_request", "The body is not valid JSON.", { cause });
    }
  }
  return new NextRequest(request.url, { method: "POST", headers: request.headers, body });
}

/**
 * NextAuth's own endpoints over our sessions: the cookie, the token in it and the Session row are the ones of
 * `POST /api/auth/login`, so either signs in and out for both.
 * @throws AppError as signIn; 400 for what NextAuth does not take; 403 for a post from another site; 404, 405 as requireAction
 */
export async function answerNextAuth(request: NextRequest, params: Promise<{ nextauth: string[] }>): Promise<Response> {
  const { nextauth } = await params;
  requireAction(request.method, nextauth);
  requireErrorCode(request, nextauth);
  requireCallbackUrl(request);
  const checked = request.method === "POST" ? await checkedPost(request) : asGet(request);
  // NextAuth reads its own address from nowhere else.
  process.env.NEXTAUTH_URL = env().appOrigin;
  const outcome = new Outcome();
  const answer: Response = await NextAuth(checked, { params }, optionsFor(request, outcome));
  if (outcome.error) throw outcome.error;
  if (answer.status >= 400 && !answer.headers.get("content-type")?.includes("json")) {
    throw new AppError("bad_request", "The request has no valid csrfToken.");
  }
  for (const cookie of outcome.cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
}
