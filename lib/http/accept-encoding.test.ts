import { expect, it } from "vitest";
import { acceptsGzip } from "./accept-encoding";

it.each([
  "gzip",
  "GZIP",
  "x-gzip",
  "gzip, deflate, br, zstd",
  "gzip, deflate;q=0",
  "br;q=1.0, gzip;q=0.8, *;q=0.1",
  "deflate,gzip;q=0.5",
  "*",
  "*;q=0.5",
  "gzip;q=1, identity;q=0.5",
  "gzip; q=0.001",
  "gzip ; Q=0.5",
  "identity;q=0, *;q=0.5",
  "gzip, identity",
  "identity, gzip",
])("acceptsGzip returns true for %s", (header) => {
  expect(acceptsGzip(header)).toBe(true);
});

it.each([
  undefined,
  "",
  "identity",
  "br",
  "deflate, br",
  "gzip;q=0",
  "gzip;q=0.000",
  "gzip;q=0, *",
  "*;q=0",
  "br, *;q=0",
  "gzipped",
  "gzip;q=no",
  "gzip;q=",
  "identity, gzip;q=0.5",
  "nogzip, deflate",
])("acceptsGzip returns false for %s", (header) => {
  expect(acceptsGzip(header)).toBe(false);
});
