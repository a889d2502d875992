import { describe, expect, it } from "vitest";
import { mapAddressKind, mapHost } from "./map-address";

const HTTP = "http://localhost:3000/projects?map=harbour";
const HTTPS = "https://sea.example/projects?map=harbour";
const MAPS = "https://*.maps.sea.example";

describe("mapAddressKind", () => {
  it.each([
    ["http://localhost:3000/projects/maps/harbour/", HTTP, "own"],
    ["/projects/maps/harbour/", HTTP, "own"],
    ["http://localhost:3001/projects/maps/harbour/", HTTP, "foreign"],
    ["https://maps.sea.example/projects/maps/harbour/", HTTPS, "maps"],
    ["https://0190.maps.sea.example/projects/maps/harbour/", HTTPS, "maps"],
    ["http://0190.maps.sea.example/projects/maps/harbour/", HTTPS, "mixed"],
    ["https://evilmaps.sea.example/projects/maps/harbour/", HTTPS, "foreign"],
    ["https://maps.example/x", HTTP, "foreign"],
    ["http://maps.example/x", HTTP, "foreign"],
    ["https://maps.example/x", HTTPS, "foreign"],
    ["http://maps.example/x", HTTPS, "mixed"],
    ["http://sea.example/projects/maps/harbour/", HTTPS, "mixed"],
    ["http://192.168.1.7/x", HTTPS, "mixed"],
    ["http://localhost.example/x", HTTPS, "mixed"],
    ["http://localhost:8080/x", HTTPS, "foreign"],
    ["http://tiles.localhost/x", HTTPS, "foreign"],
    ["http://127.0.0.1:8080/x", HTTPS, "foreign"],
    ["http://[::1]:8080/x", HTTPS, "foreign"],
    ["javascript:alert(1)", HTTPS, "unusable"],
    ["data:text/html,x", HTTPS, "unusable"],
    ["ftp://maps.example/x", HTTPS, "unusable"],
    ["https://", HTTPS, "unusable"],
  ])("classifies %s on %s as %s", (address, page, kind) => {
    expect(mapAddressKind(address, page, MAPS)).toBe(kind);
  });

  it("recognizes an origin that all maps share", () => {
    expect(mapAddressKind("https://maps.sea.example/projects/maps/harbour/", HTTPS, "https://maps.sea.example")).toBe("maps");
  });
});

describe("mapHost", () => {
  it("returns the host with its port, or an empty string without a host", () => {
    expect(mapHost("https://maps.example:8443/x?y#z", HTTP)).toBe("maps.example:8443");
    expect(mapHost("https://", HTTP)).toBe("");
  });
});
