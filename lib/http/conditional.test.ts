import { describe, expect, it } from "vitest";
import { type ConditionalHeaders, isRangeApplicable, judgePreconditions } from "./conditional";

const etag = '"abc-10"';
const lastModified = "Tue, 05 May 2026 10:00:00 GMT";
const before = "Tue, 05 May 2026 09:59:59 GMT";
const after = "Tue, 05 May 2026 10:00:01 GMT";

const table: [ConditionalHeaders, "send" | "unchanged" | "failed"][] = [
  [{}, "send"],
  [{ "if-none-match": etag }, "unchanged"],
  [{ "if-none-match": `W/${etag}` }, "unchanged"],
  [{ "if-none-match": `"x", W/"y,z" ,${etag}` }, "unchanged"],
  [{ "if-none-match": '"a,"abc-10",b"' }, "send"],
  [{ "if-none-match": "*" }, "unchanged"],
  [{ "if-none-match": '"abc-10-gzip"' }, "send"],
  [{ "if-none-match": "abc-10" }, "send"],
  [{ "if-none-match": "" }, "send"],
  [{ "if-modified-since": lastModified }, "unchanged"],
  [{ "if-modified-since": after }, "unchanged"],
  [{ "if-modified-since": before }, "send"],
  [{ "if-modified-since": "yesterday" }, "send"],
  // Date.parse accepts these, HTTP doesn't.
  ...["2030", "2030-01-01T00:00:00.000Z", "1 Jan 2030", "Tue, 05 May 2026 10:00:01 +0000"].flatMap(
    (date): [ConditionalHeaders, "send" | "unchanged" | "failed"][] => [
      [{ "if-modified-since": date }, "send"],
      [{ "if-unmodified-since": date.replace("2030", "2020") }, "send"],
    ],
  ),
  [{ "if-modified-since": "Tuesday, 05-May-26 10:00:00 GMT" }, "unchanged"],
  // If-None-Match takes precedence over If-Modified-Since.
  [{ "if-none-match": '"x"', "if-modified-since": after }, "send"],
  [{ "if-none-match": etag, "if-modified-since": before }, "unchanged"],
  [{ "if-match": etag }, "send"],
  [{ "if-match": `"x", ${etag}` }, "send"],
  [{ "if-match": "*" }, "send"],
  [{ "if-match": '"x"' }, "failed"],
  [{ "if-match": `W/${etag}` }, "failed"],
  [{ "if-match": etag, "if-none-match": etag }, "unchanged"],
  [{ "if-match": '"x"', "if-none-match": etag }, "failed"],
  [{ "if-unmodified-since": before }, "failed"],
  [{ "if-unmodified-since": lastModified }, "send"],
  [{ "if-unmodified-since": "tomorrow" }, "send"],
  [{ "if-match": etag, "if-unmodified-since": before }, "send"],
];

describe("judgePreconditions", () => {
  it.each(table)("judges %j as %s", (headers, verdict) => {
    expect(judgePreconditions(headers, { etag, lastModified })).toBe(verdict);
  });

  it.each<ConditionalHeaders>([{ "if-modified-since": after }, { "if-unmodified-since": before }])(
    "ignores %j when the representation has no date",
    (headers) => {
      expect(judgePreconditions(headers, { etag, lastModified: undefined })).toBe("send");
    },
  );
});

describe("isRangeApplicable", () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    [etag, true],
    [lastModified, true],
    [`W/${etag}`, false],
    ['"x"', false],
    [after, false],
    [before, false],
  ])("returns for If-Range %s: %s", (value, holds) => {
    expect(isRangeApplicable({ "if-range": value }, { etag, lastModified })).toBe(holds);
  });
});

describe("the dates of conditional requests", () => {
  const validators = { etag, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT" };
  const judge = (date: string) => judgePreconditions({ "if-modified-since": date }, validators);

  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])("are read from %s", (date) => {
    expect(judge(date)).toBe("unchanged");
    expect(judge(date.replace(":37", ":36"))).toBe("send");
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
  ])("are ignored when %j is not an HTTP date", (date) => {
    expect(judge(date)).toBe("send");
  });
});
