import type { IncomingMessage, ServerResponse } from "node:http";
import { branding } from "../../lib/branding/data";
import { db } from "../../lib/db/client";
import { env } from "../../lib/env";
import { AppError, isDatabaseUnavailable } from "../../lib/errors";
import { isNavigation } from "../../lib/http/fetch-metadata";
import { sendMessage } from "../http/message-page";
import type { RequestHandler } from "./http-server";

const VALID_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;

/** Build files need no database, and API routes answer database errors themselves. */
const UNGUARDED = /^\/(?:_next|api)\/|^\/[^/?]+\.[a-z0-9]+(?:\?|$)/;

function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
  const text = `${branding().name} cannot reach its database. Nothing is lost: please try again in a moment.`;
  sendMessage(
    request,
    response,
    { status: 503, title: "Not available right now", text, link: { href: `${env().appOrigin}${request.url ?? "/"}`, label: "Try again" } },
    "'self'",
    {
      "Retry-After": String(RETRY_AFTER_SECONDS),
    },
  );
}

/** Answers 503 for pages while the database is unavailable. Next would answer 500, which monitoring treats as a defect. */
export function guardPages(
  pages: RequestHandler,
  askForDatabase: () => Promise<unknown> = () => db().$executeRaw`SELECT 1`,
): RequestHandler {
  let validUntil = 0;
  let asking: Promise<unknown> | undefined;

  const ask = async () => {
    if (Date.now() < validUntil) return;
    asking ??= askForDatabase().finally(() => {
      asking = undefined;
    });
    await asking;
    validUntil = Date.now() + VALID_MS;
  };

  return async (request, response) => {
    if (UNGUARDED.test(request.url ?? "")) return pages(request, response);
    try {
      await ask();
    } catch (cause) {
      if (!isDatabaseUnavailable(cause)) throw cause;
      if (isNavigation(request.headers)) return sendUnavailable(request, response);
      const message = "The service is not available right now. Please try again in a moment.";
      throw new AppError("unavailable", message, { retryAfter: RETRY_AFTER_SECONDS, cause });
    }
    return pages(request, response);
  };
}
