import type { IncomingMessage, ServerResponse } from "node:http";
import { escapeHtml } from "../../lib/http/escape-html";
import { isNavigation } from "../../lib/http/fetch-metadata";

export interface Message {
  status: number;
  title: string;
  text: string;
  link?: { href: string; label: string };
}

/** Missing and hidden pages get the same answer. */
export const notFoundMessage: Message = {
  status: 404,
  title: "Page not found",
  text: "There is nothing here, or it is not shared with you. Ask an admin if you expected a map.",
};

/** The page has no other files on either origin, so the colours of app/globals.css are repeated. */
const style = `
  :root { color-scheme: light dark; --canvas: #f5f8fa; --card: #ffffff; --line: #e2e8ee; --ink: #0c1b2b; --muted: #4d5d6d; --accent: #0f6e67; --sea: #0a2138; }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #0a0e13; --card: #131a22; --line: #202a35; --ink: #e7edf3; --muted: #a1aebb; --accent: #4bd6c5; --sea: #12304e; }
  }
  * { box-sizing: border-box; margin: 0; }
  body { min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--canvas); color: var(--ink); font: 14px/1.6 "Inter Variable", system-ui, sans-serif; }
  main { width: 100%; max-width: 400px; padding: 32px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
  svg { display: block; width: 40px; height: 40px; margin-bottom: 20px; padding: 8px; border-radius: 8px; background: var(--sea); color: #34d3c0; }
  h1 { margin-bottom: 8px; font-size: 18px; font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; }
  p { color: var(--muted); text-wrap: pretty; }
  a { display: inline-block; margin-top: 20px; color: var(--accent); font-weight: 500; text-underline-offset: 3px; }
  a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }`;

const waves =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">' +
  ["6", "12", "18"].map((y) => `<path d="M2 ${y}c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0 3.3-1.6 5 0 3.3 1.6 5 0"/>`).join("") +
  "</svg>";

/** Returns an HTML page that looks like a message. @param content HTML below the title @param moreStyle CSS of the content */
export function pageHtml(title: string, content: string, moreStyle = ""): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>`;
  return `<!doctype html>
<html lang="en"><head>${head}<style>${style}${moreStyle}
</style></head>
<body><main>${waves}<h1>${escapeHtml(title)}</h1>${content}</main></body></html>
`;
}

/** Returns the HTML page of a message. */
export function toHtml({ title, text, link }: Message): string {
  const way = link ? `<a href="${escapeHtml(link.href)}" target="_blank" rel="noopener">${escapeHtml(link.label)}</a>` : "";
  return pageHtml(title, `<p>${escapeHtml(text)}</p>${way}`);
}

interface Page {
  status: number;
  /** HTML for browsers, or a line of text. */
  body: string;
  isHtml: boolean;
}

/** Sends a page without caching. @param frameAncestors origins that may show it in a frame */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, isHtml }: Page,
  frameAncestors: string,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    "Cache-Control": "no-store",
    "Content-Length": bytes.length,
    "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors ${frameAncestors}`,
    "Content-Type": isHtml ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** Sends an HTML page to a browser that navigates, and a line of text to others. @param frameAncestors origins that may show it in a frame */
export function sendMessage(
  request: IncomingMessage,
  response: ServerResponse,
  message: Message,
  frameAncestors: string,
  headers: Record<string, string> = {},
): void {
  const isHtml = isNavigation(request.headers);
  const body = isHtml ? toHtml(message) : `${message.title}\n`;
  sendPage(request, response, { status: message.status, body, isHtml }, frameAncestors, headers);
}

/** Redirects without caching. */
export function sendRedirect(response: ServerResponse, location: string, headers: Record<string, string | string[]> = {}): void {
  response.writeHead(302, {
    "Cache-Control": "no-store",
    "Content-Length": 0,
    Location: location,
    "Referrer-Policy": "no-referrer",
    ...headers,
  });
  response.end();
}
