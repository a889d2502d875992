import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { AppError } from "../../lib/errors";
import { readClient } from "../../lib/http/client";
import { escapeHtml } from "../../lib/http/escape-html";
import { isFromBrowser, isNavigation, isPrefetch } from "../../lib/http/fetch-metadata";
import { toRequestLike } from "../../lib/http/node";
import { bodyLimits } from "../../lib/http/route";
import { MAPS_PATH } from "../../lib/maps/schema";
import { emptyAnswer, pageAnswer } from "../../lib/openapi/description";
import { findSharedMap, type SharedMap } from "../../lib/projects/share-links/data";
import { checkSharePassword, countShareOpening } from "../../lib/projects/share-links/mutations";
import { SHARE_PATH } from "../../lib/projects/share-links/values";
import { hasOpeningPage } from "../../lib/trees/start-page/data";
import type { Mount, RouteParameters } from "../http/handler";
import { isInFrame, type Message, pageHtml, sendMessage, sendPage, sendRedirect } from "../http/message-page";
import { readFormBody } from "../http/read-body";
import { mapLocation } from "./map-redirect";

const STYLE = `
  form { display: grid; gap: 8px; margin-top: 20px; }
  label { font-weight: 500; }
  input { width: 100%; min-height: 44px; padding: 0 12px; border: 1px solid var(--field); border-radius: 8px; background: var(--canvas); color: var(--ink); font: inherit; }
  input[aria-invalid] { border-color: var(--danger); }
  button { margin-top: 8px; }
  form p { color: var(--danger); }`;

/** Returns the page that asks for the password of a share link, without the name of the map. It works without scripts. @param problem of the last attempt */
function passwordPage(request: IncomingMessage, problem: string | null): string {
  const marks = problem === null ? "" : ' aria-invalid="true" aria-describedby="problem"';
  const report = problem === null ? "" : `<p id="problem" role="alert">${escapeHtml(problem)}</p>`;
  const html = `<p>Enter the password that you got with the link.</p>
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${marks}>
${report}<button type="submit">Open the map</button>
</form>`;
  return pageHtml({ title: "This map needs a password", html, isFramed: isInFrame(request), moreStyle: STYLE });
}

const HEADERS = { "X-Robots-Tag": "noindex, nofollow" };

/** The same for links that never existed, have expired or were revoked. */
const unknownLink: Message = {
  status: 404,
  title: "This link doesn't open a map",
  text: "It is incomplete, has expired, or was revoked. Ask the person who sent it for a new one.",
};

const emptyMap: Message = {
  status: 404,
  title: "This map can't be shown yet",
  text: "It has no page to begin with. Ask the person who sent the link.",
};

const frameAncestorsOf = ({ frameOrigins }: Pick<SharedMap, "frameOrigins">) => ["'self'", ...frameOrigins].join(" ");

/** Redirects to the map with a ticket that names the link (docs/decisions/0059). A map of another site has no ticket. */
async function openMap(request: IncomingMessage, response: ServerResponse, link: SharedMap): Promise<void> {
  const { id, projectId, safeName, mapUrl } = link;
  const { method, headers } = request;
  if (mapUrl === null && !(await hasOpeningPage({ projectId })))
    return sendMessage(request, response, { ...emptyMap, map: link.name }, frameAncestorsOf(link), HEADERS);
  if (method !== "HEAD" && isNavigation(headers) && !isPrefetch(headers)) await countShareOpening(id);
  const address = { clean: `${MAPS_PATH}/${safeName}/`, path: [], isFolder: true, step: "shared" } as const;
  const right = { link: id, project: projectId, scope: safeName };
  sendRedirect(response, mapUrl ?? mapLocation(headers, address, right, "open"), HEADERS);
}

/** Answers the form of the password page. */
async function answerPassword(request: IncomingMessage, response: ServerResponse, link: SharedMap): Promise<void> {
  const password = (await readFormBody(request, bodyLimits.credentials)).get("password") ?? "";
  const refuse = (status: number, problem: string, headers = {}) =>
    sendPage(request, response, { status, body: passwordPage(request, problem), isHtml: true }, frameAncestorsOf(link), {
      ...HEADERS,
      ...headers,
    });
  try {
    if (await checkSharePassword(link, password, readClient(toRequestLike(request)))) return await openMap(request, response, link);
    refuse(403, "This password is not right.");
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
    refuse(error.status, error.message, { "Retry-After": String(error.retryAfter) });
  }
}

async function handleShare(request: IncomingMessage, response: ServerResponse, { token = "" }: RouteParameters): Promise<void> {
  const { method, headers } = request;
  // A link opens in a tab or frame. Images and scripts of other pages get nothing.
  const link = isFromBrowser(headers) && !isNavigation(headers) ? null : await findSharedMap(token);
  if (!link) return sendMessage(request, response, unknownLink, "'self'", HEADERS);
  if (link.passwordHash === null) return openMap(request, response, link);
  if (method === "POST") return answerPassword(request, response, link);
  sendPage(request, response, { status: 200, body: passwordPage(request, null), isHtml: true }, frameAncestorsOf(link), HEADERS);
}

const path = z.object({ token: z.string().describe("The secret part of a link.") });
const redirect = emptyAnswer("The map, on its own origin or on another site.", z.object({ Location: z.string() }));

/** The page of a share link, which needs no account. */
export const share: Mount = {
  path: `${SHARE_PATH}/[token]`,
  methods: ["GET", "HEAD", "POST"],
  tag: "Share links",
  callers: "everyone",
  calls: {
    "GET /share/{token}": {
      summary: "Open a share link",
      head: "Check a share link",
      description: "Redirects to the map with a ticket. If the link has a password, returns the page with the password form.",
      path,
      answers: { 200: pageAnswer("The page with the password form."), 302: redirect },
      otherErrors: { 404: pageAnswer("The link never existed, has expired or was revoked, or its map has no page.") },
    },
    "POST /share/{token}": {
      summary: "Open a share link with its password",
      path,
      otherBody: {
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: z.object({ password: z.string() }),
            example: { password: "at least 8 characters" },
          },
        },
      },
      answers: { 302: redirect },
      otherErrors: {
        403: pageAnswer("The password is wrong."),
        404: pageAnswer("The link never existed, has expired or was revoked."),
        429: pageAnswer("There were too many attempts."),
        503: pageAnswer("Too many passwords are waiting to be checked."),
      },
    },
  },
  handler: handleShare,
};
