import { expect, it } from "vitest";
import * as unknown from "@/app/api/[[...unknown]]/route";

it.each(Object.entries(unknown))("%s to an unknown API path returns 404 as JSON", async (_method, answer) => {
  const given = await answer();
  expect([given.status, given.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await given.json()).toEqual({ success: false, message: "Not found.", error: "Not found." });
});

it("the handler of unknown API paths supports every method", () => {
  expect(Object.keys(unknown).sort()).toEqual(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);
});
