import { expect, it, vi } from "vitest";
import { callAs } from "./host";

it("callAs adds the account that a call is for, and keeps its other headers", async () => {
  const call = vi.fn(() => Promise.resolve(new Response()));
  await callAs("ada", call)("/extract-tus-zip", { method: "POST", headers: { "Idempotency-Key": "7" } });
  expect(call).toHaveBeenCalledWith("/extract-tus-zip", { method: "POST", headers: { "idempotency-key": "7", "Account-Id": "ada" } });
});
