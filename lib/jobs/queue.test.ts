import { describe, expect, it, vi } from "vitest";
import { retryWhileDatabaseUnavailable } from "./queue";

const unavailable = () => Object.assign(new Error("gone"), { code: "ECONNREFUSED" });

describe("retryWhileDatabaseUnavailable", () => {
  it("repeats the work until the database answers", async () => {
    const work = vi.fn().mockRejectedValueOnce(unavailable()).mockResolvedValue("done");
    expect(await retryWhileDatabaseUnavailable(work, new AbortController().signal)).toBe("done");
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("rethrows any other error at once", async () => {
    const work = vi.fn().mockRejectedValue(new Error("syntax error"));
    await expect(retryWhileDatabaseUnavailable(work, new AbortController().signal)).rejects.toThrow("syntax error");
    expect(work).toHaveBeenCalledTimes(1);
  });

  it("returns a result that arrives after the signal has aborted, since a claimed lease must be released", async () => {
    const stopping = new AbortController();
    const work = () => {
      stopping.abort();
      return Promise.resolve("lease");
    };
    expect(await retryWhileDatabaseUnavailable(work, stopping.signal)).toBe("lease");
  });
});
