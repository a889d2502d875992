import type { IncomingMessage, ServerResponse } from "node:http";
import { type Shades, shadesOf } from "../../lib/branding/accent/shades";
import { branding } from "../../lib/branding/data";
import type { Branding } from "../../lib/branding/schema";
import { BRANDING_PATH } from "../../lib/branding/values";
import { env } from "../../lib/env";
import { escapeHtml } from "../../lib/http/escape-html";
import { isNavigation } from "../../lib/http/fetch-metadata";

export interface Message {
  status: number;
  title: string;
  text: string;
  /** The map that it is about, if the visitor may know its name. */
  map?: string;
  /** Default: a link to the start of the product. */
  link?: { href: string; label: string; isNewTab?: true };
}

/** Missing and hidden pages get the same answer. */
export const notFoundMessage: Message = {
  status: 404,
  title: "Page not found",
  text: "There is nothing here, or it is not shared with you. Ask an admin if you expected a map.",
};

/** The font below BRANDING_PATH. */
export const FONT_NAME = "inter.woff2";

/** The page has no style sheet on either origin, so the colours of app/globals.css are repeated. */
function pageStyle(font: string, { light, dark, sidebar }: ReturnType<typeof shadesOf>): string {
  const tokens = ({ accent, hover, ink, on }: Shades) =>
    `--accent: ${accent}; --accent-hover: ${hover}; --accent-ink: ${ink}; --on-accent: ${on};`;
  return `
  @font-face { font-family: Inter; src: url("${font}") format("woff2"); font-weight: 100 900; font-display: swap; }
  :root { color-scheme: light dark; --canvas: #f5f8fa; --card: #ffffff; --line: #e2e8ee; --field: #b6c2cd; --ink: #0c1b2b; --muted: #4d5d6d; --danger: #b02419; --sidebar: #0a2138; ${tokens(light)} }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #0a0e13; --card: #131a22; --line: #202a35; --field: #3b4857; --ink: #e7edf3; --muted: #a1aebb; --danger: #ff8f85; --sidebar: #081827; ${tokens(dark)} }
  }
  * { box-sizing: border-box; margin: 0; }
  body { min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; background: var(--canvas); color: var(--ink); font: 15px/1.6 Inter, system-ui, sans-serif; }
  header { display: flex; align-items: center; gap: 10px; min-height: 56px; padding: 10px 24px; background: var(--sidebar); color: #e3ecf5; font-size: 16px; font-weight: 600; letter-spacing: -0.01em; }
  header img { display: block; height: 32px; max-width: 200px; object-fit: contain; }
  header .plate { padding: 3px 6px; border-radius: 6px; background: #ffffff; }
  header svg { height: 26px; color: ${sidebar}; }
  main { width: calc(100% - 32px); max-width: 448px; margin: auto; padding: 36px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); box-shadow: 0 1px 2px rgb(10 33 56 / 0.06), 0 16px 40px -24px rgb(10 33 56 / 0.25); }
  .map { margin-bottom: 6px; color: var(--accent-ink); font-weight: 600; overflow-wrap: anywhere; }
  h1 { margin-bottom: 8px; font-size: 22px; font-weight: 600; line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance; }
  main p { color: var(--muted); text-wrap: pretty; overflow-wrap: anywhere; }
  .way, button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 44px; margin-top: 24px; padding: 10px 16px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; line-height: 1.3; text-align: center; text-decoration: none; cursor: pointer; }
  .way:hover, button:hover { background: var(--accent-hover); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  footer { padding: 0 24px 32px; color: var(--muted); font-size: 14px; text-align: center; white-space: pre-line; overflow-wrap: anywhere; }
  .framed :is(header, footer) { display: none; }
  @media (max-width: 480px) { main { padding: 28px 24px; } }`;
}

/** The same as components/shared/logo.tsx. */
const mark =
  '<svg viewBox="3 4.5 26 22" fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="2.2" aria-hidden="true">' +
  '<path d="M4.5 14.8C8.2 9.3 12 6.6 16 6.6s7.8 2.7 11.5 8.2" stroke="#e3ecf5"/><path d="M4.5 19.6c2.6 1.9 5.1 1.9 7.7 0s5-1.9 7.6 0 5.1 1.9 7.7 0"/>' +
  '<path d="M10.3 24.8c1.9 1.2 3.8 1.2 5.7 0s3.8-1.2 5.7 0" opacity=".55"/><path d="M11.8 15.6a4.4 4.4 0 1 1 8.4 0c-2.8-1.5-5.6-1.5-8.4 0Z" fill="currentColor" stroke="none"/></svg>';

function logoHtml({ name, logo, logoOnWhite }: Branding, origin: string): string {
  const picture = logo === null ? mark : `<img src="${origin}${logo}" alt=""${logoOnWhite ? ' class="plate"' : ""}>`;
  return `${picture}<span>${escapeHtml(name)}</span>`;
}

interface PageContent extends Pick<Message, "title" | "map"> {
  /** HTML below the title. */
  html: string;
  /** A page in a frame has no logo: the page around it has one. */
  isFramed: boolean;
  moreStyle?: string;
}

/** Returns an HTML page in the colours of the product, with its logo. */
export function pageHtml({ title, map, html, isFramed, moreStyle = "" }: PageContent): string {
  const { appOrigin: origin } = env();
  const brand = branding();
  const style = pageStyle(`${origin}${BRANDING_PATH}/${FONT_NAME}`, shadesOf(brand.accent));
  const about = map === undefined ? "" : `<p class="map">${escapeHtml(map)}</p>`;
  const footer = brand.shareText ? `<footer>${escapeHtml(brand.shareText)}</footer>` : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} &#183; ${escapeHtml(brand.name)}</title><link rel="icon" href="${origin}${brand.favicon ?? "/sea-vision.svg"}"><style>${style}${moreStyle}
</style></head>
<body${isFramed ? ' class="framed"' : ""}><header>${logoHtml(brand, origin)}</header>
<main>${about}<h1>${escapeHtml(title)}</h1>${html}</main>${footer}</body></html>
`;
}

export const isInFrame = ({ headers }: Pick<IncomingMessage, "headers">) => headers["sec-fetch-dest"] === "iframe";

/** Returns the HTML page of a message. Its link leaves a frame. */
export function toHtml({ title, text, map, link }: Message, isFramed = false): string {
  const home: Message["link"] = isFramed ? undefined : { href: `${env().appOrigin}/`, label: `Go to ${branding().name}` };
  const way = link ?? home;
  const target = isFramed || way?.isNewTab ? ' target="_blank" rel="noopener"' : "";
  const wayHtml = way ? `<a class="way" href="${escapeHtml(way.href)}"${target}>${escapeHtml(way.label)}</a>` : "";
  return pageHtml({ title, map, html: `<p>${escapeHtml(text)}</p>${wayHtml}`, isFramed });
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
  const { appOrigin } = env();
  response.writeHead(status, {
    "Cache-Control": "no-store",
    "Content-Length": bytes.length,
    "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; img-src ${appOrigin}; font-src ${appOrigin}; frame-ancestors ${frameAncestors}`,
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
  const body = isHtml ? toHtml(message, isInFrame(request)) : `${message.title}\n`;
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
