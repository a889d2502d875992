import type { IncomingMessage, ServerResponse } from "node:http";
import { pool } from "../../lib/db";
import { AppError, isDatabaseAway } from "../../lib/errors";
import { isNavigation } from "../../lib/http/fetch-metadata";
import { sendMessage } from "../http/message-page";
import type { RequestHandler } from "./http-server";

/** A yes is believed for so long: a page then asks the database once more than it has to, at most, in a second. */
const BELIEVED_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;

/** Answer without the database: files of the build, and the API, whose handlers say by themselves what is wrong. */
const UNGUARDED = /^\/(?:_next|api)\/|^\/[^/?]+\.[a-z0-9]+(?:\?|$)/;

/** @throws whatever the database throws */
export type DatabaseCheck = () => Promise<unknown>;

async function askDatabase(): Promise<void> {
  await pool().query("SELECT 1");
}

function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
  const text = "Sea-Vision cannot reach its database. Nothing is lost: please try again in a moment.";
  sendMessage(request, response, { status: 503, title: "Not available right now", text }, "'self'", {
    "Retry-After": String(RETRY_AFTER_SECONDS),
  });
}

/**
 * Answers 503 for pages while the database is away. Left to Next, a page that fails while it is rendered is a 500,
 * which proxies, monitors and people read as a defect.
 */
export function guardPages(pages: RequestHandler, askForDatabase: DatabaseCheck = askDatabase): RequestHandler {
  let believedUntil = 0;
  let asking: Promise<unknown> | undefined;

  const ask = async () => {
    if (Date.now() < believedUntil) return;
    asking ??= askForDatabase().finally(() => {
      asking = undefined;
    });
    await asking;
    believedUntil = Date.now() + BELIEVED_MS;
  };

  return async (request, response) => {
    if (UNGUARDED.test(request.url ?? "")) return pages(request, response);
    try {
      await ask();
    } catch (cause) {
      if (!isDatabaseAway(cause)) throw cause;
      if (isNavigation(request.headers)) return sendUnavailable(request, response);
      const message = "The service is not available right now. Please try again in a moment.";
      throw new AppError("unavailable", message, { retryAfter: RETRY_AFTER_SECONDS, cause });
    }
    return pages(request, response);
  };
}
