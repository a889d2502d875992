import { contentTypeOf, extensionOf } from "../../http/content-type";

export interface PreviewType {
  contentType: string;
  policy: string;
}

/** No scripts, no requests, an opaque origin. */
const ISOLATED = "default-src 'none'; frame-ancestors 'self'; sandbox";
/** An SVG contains its styles, and images as data URLs. */
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";
/** Chromium's own PDF viewer does not work in a sandbox. Scripts of a PDF can't reach the page. */
const DOCUMENT = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const isolated = (contentType: string): PreviewType => ({ contentType, policy: ISOLATED });

/** By extension. Other files are previewed only as text. */
const previewTypes: ReadonlyMap<string, PreviewType> = new Map([
  ["png", isolated("image/png")],
  ["jpg", isolated("image/jpeg")],
  ["jpeg", isolated("image/jpeg")],
  ["gif", isolated("image/gif")],
  ["webp", isolated("image/webp")],
  ["avif", isolated("image/avif")],
  ["bmp", isolated("image/bmp")],
  ["ico", isolated("image/x-icon")],
  ["svg", { contentType: "image/svg+xml", policy: DRAWING }],
  ["mp4", isolated("video/mp4")],
  ["m4v", isolated("video/mp4")],
  ["webm", isolated("video/webm")],
  ["ogv", isolated("video/ogg")],
  ["mov", isolated("video/quicktime")],
  ["mp3", isolated("audio/mpeg")],
  ["m4a", isolated("audio/mp4")],
  ["wav", isolated("audio/wav")],
  ["ogg", isolated("audio/ogg")],
  ["oga", isolated("audio/ogg")],
  ["pdf", { contentType: "application/pdf", policy: DOCUMENT }],
]);

const TEXT: PreviewType = isolated("text/plain; charset=utf-8");
const isText = /^text\/|^application\/([a-z.-]+\+)?(json|xml|json5|javascript|yaml|toml|sql)\b/;

export function previewTypeOf(name: string): PreviewType | null {
  return previewTypes.get(extensionOf(name)) ?? (isText.test(contentTypeOf(name)) ? TEXT : null);
}
