import { describe, expect, it } from "vitest";
import { type ConditionalHeaders, holdsForRange, judgePreconditions } from "./conditional";

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
  // What JavaScript takes for a date, and HTTP does not.
  ...["2030", "2030-01-01T00:00:00.000Z", "1 Jan 2030", "Tue, 05 May 2026 10:00:01 +0000"].flatMap(
    (date): [ConditionalHeaders, "send" | "unchanged" | "failed"][] => [
      [{ "if-modified-since": date }, "send"],
      [{ "if-unmodified-since": date.replace("2030", "2020") }, "send"],
    ],
  ),
  [{ "if-modified-since": "Tuesday, 05-May-26 10:00:00 GMT" }, "unchanged"],
  // If-None-Match alone decides where both stand.
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
  it.each(table)("%j: %s", (headers, verdict) => {
    expect(judgePreconditions(headers, { etag, lastModified })).toBe(verdict);
  });

  it.each<ConditionalHeaders>([{ "if-modified-since": after }, { "if-unmodified-since": before }])(
    "ignores %j without a date of its own",
    (headers) => {
      expect(judgePreconditions(headers, { etag, lastModified: undefined })).toBe("send");
    },
  );
});

describe("holdsForRange", () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    [etag, true],
    [lastModified, true],
    [`W/${etag}`, false],
    ['"x"', false],
    [after, false],
    [before, false],
  ])("If-Range %s: %s", (value, holds) => {
    expect(holdsForRange({ "if-range": value }, { etag, lastModified })).toBe(holds);
  });
});
