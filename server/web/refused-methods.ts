import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { methodNotAllowed } from "../../lib/errors";
import type { RequestHandler } from "./http-server";

function namesOf(allow: ReturnType<ServerResponse["getHeader"]>): string[] {
  return String(allow ?? "")
    .split(/, ?/)
    .filter(Boolean);
}

/** Next knows what each route offers, and says so when asked. */
async function askForMethods(pages: RequestHandler, { url, headers: { host } }: IncomingMessage): Promise<string[]> {
  const question = Object.assign(new IncomingMessage(new Socket()), { method: "OPTIONS", url, headers: { host } });
  question.push(null);
  const answer = new ServerResponse(question);
  await pages(question, answer);
  return namesOf(answer.getHeader("allow"));
}

/**
 * True of the two ways in which Next refuses a method: a route's answer is the bare status, and for a file it says what is
 * allowed and then fails for want of a page to say it on.
 */
function isRefusal(response: ServerResponse): boolean {
  const { statusCode } = response;
  return (statusCode === 405 && !response.hasHeader("content-type")) || (statusCode === 500 && response.hasHeader("allow"));
}

/**
 * Gives a call by the wrong method the answer that every refused call has, with the methods that are allowed.
 * @param pages Next's request handler
 */
export function explainRefusedMethods(pages: RequestHandler): RequestHandler {
  return async (request, response) => {
    const { end, writeHead } = response;
    let isRefused = false;
    const unlessRefused =
      (send: typeof end | typeof writeHead) =>
      (...rest: unknown[]): ServerResponse => {
        isRefused ||= !response.headersSent && isRefusal(response);
        return isRefused ? response : Reflect.apply(send, response, rest);
      };
    // Next's compression sends the head before the end.
    Object.assign(response, { end: unlessRefused(end), writeHead: unlessRefused(writeHead) });
    await pages(request, response);
    Object.assign(response, { end, writeHead });
    if (!isRefused) return;
    const known = namesOf(response.getHeader("allow"));
    throw methodNotAllowed(known.length > 0 ? known : await askForMethods(pages, request));
  };
}
