import { describe, expect, it } from "vitest";
import { httpDate, parseHttpDate } from "./http-date";

const at = Date.UTC(1994, 10, 6, 8, 49, 37);

describe("parseHttpDate", () => {
  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])("reads %s", (text) => {
    expect(parseHttpDate(text)).toBe(at);
  });

  it.each([
    "",
    "2030",
    "0",
    "yesterday",
    "2030-01-01",
    "1994-11-06T08:49:37.000Z",
    "06 Nov 1994 08:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 1994 08:49:37 +0100",
    "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 99 Nov 1994 08:49:37 GMT",
    "sun, 06 nov 1994 08:49:37 gmt",
    "Sun Nov  6 08:49:37 1994 GMT",
  ])("takes %j for none", (text) => {
    expect(parseHttpDate(text)).toBeNull();
  });
});

it("writes whole seconds, which it reads again", () => {
  const text = httpDate(new Date(at + 999));
  expect(text).toBe("Sun, 06 Nov 1994 08:49:37 GMT");
  expect(parseHttpDate(text)).toBe(at);
});
