import { expect, it } from "vitest";
import { embedCode } from "./created-link";

const url = "https://maps.example/share/abc";

it("embedCode returns a frame with the link and the escaped name of the project", () => {
  const code = embedCode(url, { name: 'Harbour "North" <1>', allowsLocation: false, allowsCamera: false });
  expect(code).toContain(`<iframe src="${url}" title="Harbour &#34;North&#34; &#60;1&#62;"`);
  expect(code).not.toContain("geolocation");
});

it("embedCode lets a map ask for the location when its project allows that", () => {
  expect(embedCode(url, { name: "Harbour", allowsLocation: true, allowsCamera: false })).toContain(' allow="geolocation *"');
});

it("embedCode lets a map ask for camera and microphone when its project allows that", () => {
  expect(embedCode(url, { name: "Harbour", allowsLocation: false, allowsCamera: true })).toContain(' allow="camera *; microphone *"');
});
