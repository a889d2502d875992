import { describe, expect, it } from "vitest";
import { contentDisposition } from "./content-disposition";

describe("contentDisposition", () => {
  it.each([
    ["map.html", "attachment; filename=map.html"],
    ["a b (1).js", `attachment; filename="a b (1).js"`],
    ["Häfen.json", "attachment; filename=H_fen.json; filename*=UTF-8''H%C3%A4fen.json"],
    [`a"b\\c.txt`, "attachment; filename=a_b_c.txt; filename*=UTF-8''a%22b%5Cc.txt"],
    ["100%25.txt", "attachment; filename=100_25.txt; filename*=UTF-8''100%2525.txt"],
    ["it's (é)*.txt", `attachment; filename="it's (_)*.txt"; filename*=UTF-8''it%27s%20%28%C3%A9%29%2A.txt`],
    ["a\r\nSet-Cookie: x.txt", `attachment; filename="a__Set-Cookie: x.txt"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.txt`],
    ["地図.zip", "attachment; filename=__.zip; filename*=UTF-8''%E5%9C%B0%E5%9B%B3.zip"],
  ])("writes the file name %j", (name, value) => {
    expect(contentDisposition("attachment", name)).toBe(value);
  });

  it("replaces half of a surrogate pair instead of throwing", () => {
    expect(contentDisposition("inline", "a\ud800.txt")).toBe("inline; filename=a_.txt; filename*=UTF-8''a%EF%BF%BD.txt");
  });
});
