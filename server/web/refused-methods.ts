import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { methodNotAllowed } from "../../lib/errors";
import type { RequestHandler } from "./http-server";

function splitNames(allow: ReturnType<ServerResponse["getHeader"]>): string[] {
  return String(allow ?? "")
    .split(/, ?/)
    .filter(Boolean);
}

/** Asks Next for the methods of a route with an OPTIONS request. */
async function requestMethods(pages: RequestHandler, { url, headers: { host } }: IncomingMessage): Promise<string[]> {
  const question = Object.assign(new IncomingMessage(new Socket()), { method: "OPTIONS", url, headers: { host } });
  question.push(null);
  const answer = new ServerResponse(question);
  await pages(question, answer);
  return splitNames(answer.getHeader("allow"));
}

/** Next rejects a method with a 405 without a body for a route, and for a file with a 500 that has Allow. */
function isRefusal(response: ServerResponse): boolean {
  const { statusCode } = response;
  return (statusCode === 405 && !response.hasHeader("content-type")) || (statusCode === 500 && response.hasHeader("allow"));
}

/** Replaces Next's answer to a wrong method by the usual JSON error with the allowed methods. @param pages Next's request handler */
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
    // Next's compression calls writeHead before end.
    Object.assign(response, { end: unlessRefused(end), writeHead: unlessRefused(writeHead) });
    await pages(request, response);
    Object.assign(response, { end, writeHead });
    if (!isRefused) return;
    const known = splitNames(response.getHeader("allow"));
    throw methodNotAllowed(known.length > 0 ? known : await requestMethods(pages, request));
  };
}
