import { DOMParser, type Element } from "@xmldom/xmldom";
import { AppError } from "../../errors";
import { BRAND_IMAGE_BYTES, BRAND_IMAGE_PIXELS, BRAND_IMAGE_TOO_LARGE } from "../values";

const NO_IMAGE = "This is not a PNG or SVG picture.";
const ACTIVE = "This SVG contains scripts, links or other active parts. Export it as plain SVG, without interactivity.";
const EXTERNAL = "This SVG loads files from elsewhere. Embed its pictures and fonts, or use a PNG.";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
/** Animations can change an attribute that was checked. */
const activeElements = /^(?:script|foreignobject|iframe|object|embed|audio|video|a|handler|listener|animate.*|set)$/i;
/** Parts of the same file, and embedded pictures. */
const OWN_ADDRESS = /^\s*(?:#|data:image\/(?:png|jpeg|gif|webp);base64,|$)/i;
/** In styles: an import, a function or escape that can hide one, or an address outside of the file. */
const STYLE_ADDRESS = /@import|\\|image-set|url\(\s*["']?(?!\s*(?:#|data:image\/(?:png|jpeg|gif|webp);base64,))/i;

/** @throws AppError 400 for an element that could run or load something */
function checkElement(element: Element): void {
  const name = element.localName ?? "";
  const attributes = Array.from(element.attributes, ({ localName, nodeName, value }) => ({
    name: (localName ?? nodeName).toLowerCase(),
    value,
  }));
  if (activeElements.test(name) || attributes.some((attribute) => attribute.name.startsWith("on")))
    throw new AppError("bad_request", ACTIVE);
  const loads = attributes.some((attribute) =>
    ["href", "src", "base"].includes(attribute.name) ? !OWN_ADDRESS.test(attribute.value) : STYLE_ADDRESS.test(attribute.value),
  );
  if (loads || (/^style$/i.test(name) && STYLE_ADDRESS.test(element.textContent ?? ""))) throw new AppError("bad_request", EXTERNAL);
}

/** Checks an SVG. Browsers also show it only as an image, without scripts (docs/decisions/0084). @throws AppError 400 */
function checkSvg(bytes: Buffer): void {
  let elements: Element[];
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (/<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet/i.test(text)) throw new AppError("bad_request", ACTIVE);
    const onError = (level: string, message: string) => {
      if (level !== "warning") throw new Error(message);
    };
    const { documentElement } = new DOMParser({ onError }).parseFromString(text, "text/xml");
    if (documentElement?.localName !== "svg" || documentElement.namespaceURI !== SVG_NAMESPACE) throw new Error(NO_IMAGE);
    elements = [documentElement, ...Array.from(documentElement.getElementsByTagName("*"))];
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError("bad_request", NO_IMAGE, { cause });
  }
  for (const element of elements) checkElement(element);
}

/** Returns the type of a stored picture, which was checked. */
export const brandImageType = (bytes: Uint8Array) => (bytes[0] === 0x89 ? "image/png" : "image/svg+xml");

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Checks the beginning, the end and the size of a PNG. @throws AppError 400 */
function checkPng(bytes: Buffer): void {
  const isWhole = bytes.length > 45 && bytes.toString("latin1", 12, 16) === "IHDR" && bytes.subarray(-8, -4).toString("latin1") === "IEND";
  if (!isWhole) throw new AppError("bad_request", NO_IMAGE);
  if (Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) > BRAND_IMAGE_PIXELS)
    throw new AppError("bad_request", `The picture is larger than ${BRAND_IMAGE_PIXELS} pixels in width or height.`);
}

/** Checks by its content that a file is a PNG, or an SVG that neither runs nor loads anything. @throws AppError 400, with a message for users */
export function checkBrandImage(bytes: Buffer): void {
  if (bytes.length > BRAND_IMAGE_BYTES) throw new AppError("bad_request", BRAND_IMAGE_TOO_LARGE);
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) checkPng(bytes);
  else checkSvg(bytes);
}
