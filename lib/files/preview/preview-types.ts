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

const isolated = "png jpg jpeg gif webp avif bmp ico mp4 m4v webm ogv mov mp3 m4a wav ogg oga".split(" ");
/** By extension. Other files are previewed only as text. */
const policies = new Map([...isolated.map((extension) => [extension, ISOLATED] as const), ["svg", DRAWING], ["pdf", DOCUMENT]]);

const isText = /^text\/|^application\/([a-z.-]+\+)?(json|xml|json5|javascript|yaml|toml|sql)\b/;

export function previewTypeOf(name: string): PreviewType | null {
  const extension = extensionOf(name);
  const policy = policies.get(extension);
  // Not every browser plays video/x-m4v.
  if (policy) return { contentType: extension === "m4v" ? "video/mp4" : contentTypeOf(name), policy };
  return isText.test(contentTypeOf(name)) ? { contentType: "text/plain; charset=utf-8", policy: ISOLATED } : null;
}
