import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BRAND_IMAGE_BYTES } from "../values";
import { brandImageType, checkBrandImage } from "./check-image";

const svg = (content: string, attributes = "") =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function png(width: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(width + 1))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("checkBrandImage", () => {
  it("accepts a PNG, and the SVG of the product", () => {
    const own = readFileSync("public/sea-vision.svg");
    for (const picture of [png(2), own]) expect(() => checkBrandImage(picture)).not.toThrow();
    expect([brandImageType(png(2)), brandImageType(own)]).toEqual(["image/png", "image/svg+xml"]);
  });

  it("accepts an SVG with styles, gradients and an embedded PNG, as drawing programs write it", () => {
    const content = `<style>.a { fill: url(#g) }</style><linearGradient id="g"/><use xlink:href="#x"/><image href="data:image/png;base64,AAAA"/>`;
    const doctype =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    expect(() => checkBrandImage(Buffer.concat([Buffer.from(doctype), svg(content)]))).not.toThrow();
  });

  it.each([
    ["a script", svg("<script>alert(1)</script>")],
    ["a script of another prefix", svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
    ["an event handler", svg("", 'onload="alert(1)"')],
    ["HTML", svg("<foreignObject><body/></foreignObject>")],
    ["a link", svg('<a href="https://evil.example">x</a>')],
    ["an animation of an address", svg('<use href="#a"><set attributeName="href" to="https://evil.example"/></use>')],
    ["an entity", Buffer.from('<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>')],
    ["a style sheet of another site", Buffer.concat([Buffer.from('<?xml-stylesheet href="https://evil.example/x.css"?>'), svg("")])],
  ])("refuses an SVG with %s as active", (_what, picture) => {
    expect(() => checkBrandImage(picture)).toThrow("This SVG contains scripts, links or other active parts.");
  });

  it.each([
    ["a picture of another site", svg('<image href="https://evil.example/x.png"/>')],
    ["an address in the old notation", svg('<use xlink:href="//evil.example/x.svg#a"/>')],
    ["an encoded address", svg('<use href="&#47;/evil.example/"/>')],
    ["an embedded SVG", svg('<image href="data:image/svg+xml;base64,AAAA"/>')],
    ["an import in a style", svg("<style>@import 'https://evil.example/x.css';</style>")],
    ["an escaped function in a style", svg(String.raw`<style>a { fill: u\72l(https://evil.example) }</style>`)],
    ["an address in an attribute", svg('<rect fill="url(https://evil.example/#a)"/>')],
    ["an address in a style attribute", svg(`<rect style="fill: url( 'https://evil.example/#a')"/>`)],
  ])("refuses an SVG with %s as loading files", (_what, picture) => {
    expect(() => checkBrandImage(picture)).toThrow("This SVG loads files from elsewhere.");
  });

  it.each([
    ["text", Buffer.from("logo")],
    ["HTML", Buffer.from("<html xmlns='http://www.w3.org/1999/xhtml'><svg/></html>")],
    ["an svg element without its namespace", Buffer.from("<svg/>")],
    ["an SVG that is not well-formed", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')],
    ["bytes that are not UTF-8", Buffer.concat([svg(""), Buffer.from([0xff])])],
    ["a cut PNG", png(2).subarray(0, 40)],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ["thousands of nested elements", svg(`${"<g>".repeat(20_000)}${"</g>".repeat(20_000)}<script/>`)],
  ])("refuses %s", (_what, picture) => {
    expect(() => checkBrandImage(picture)).toThrow(/This is not a PNG or SVG picture\.|active parts/);
  });

  it("refuses pictures with too many bytes or pixels", () => {
    expect(() => checkBrandImage(Buffer.alloc(BRAND_IMAGE_BYTES + 1))).toThrow("The picture is larger than 200 KB.");
    expect(() => checkBrandImage(png(5_000))).toThrow("The picture is larger than 4096 pixels in width or height.");
  });
});
