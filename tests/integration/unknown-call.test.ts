import { expect, it } from "vitest";
import * as unknown from "@/app/api/[[...unknown]]/route";

it.each(Object.entries(unknown))("%s of a call that there is not answers 404 as calls do", async (_method, answer) => {
  const given = await answer();
  expect([given.status, given.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await given.json()).toEqual({ success: false, message: "Not found.", error: "Not found." });
});

it("answers every method", () => {
  expect(Object.keys(unknown).sort()).toEqual(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);
});
