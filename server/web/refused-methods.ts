import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { methodNotAllowed } from "../../lib/errors";
import type { RequestHandler } from "./http-server";

/** Next knows what each route offers, and says so when asked. */
async function askForMethods(pages: RequestHandler, { url, headers: { host } }: IncomingMessage): Promise<string[]> {
  const question = Object.assign(new IncomingMessage(new Socket()), { method: "OPTIONS", url, headers: { host } });
  question.push(null);
  const answer = new ServerResponse(question);
  await pages(question, answer);
  return String(answer.getHeader("allow") ?? "")
    .split(", ")
    .filter(Boolean);
}

/**
 * Gives a call by the wrong method the answer that every refused call has, with the methods that are allowed: Next ends it
 * with the bare status 405.
 * @param pages Next's request handler
 */
export function explainRefusedMethods(pages: RequestHandler): RequestHandler {
  return async (request, response) => {
    const { end } = response;
    let isRefused = false;
    const endUnlessRefused = (...rest: unknown[]): ServerResponse => {
      isRefused = response.statusCode === 405 && !response.headersSent && rest.every((one) => one === undefined);
      return isRefused ? response : Reflect.apply(end, response, rest);
    };
    response.end = endUnlessRefused;
    await pages(request, response);
    response.end = end;
    if (isRefused) throw methodNotAllowed(await askForMethods(pages, request));
  };
}
