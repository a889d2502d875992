import { describe, expect, it } from "vitest";
import { readText } from "./body";

function post(body: BodyInit | null, headers: HeadersInit = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function streamOf(...parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
}

describe("readText", () => {
  it("reads the whole body", async () => {
    expect(await readText(post("smörgås"), 100)).toBe("smörgås");
    expect(await readText(post(null), 100)).toBe("");
  });

  it("reads a character that is split between two chunks", async () => {
    const bytes = new TextEncoder().encode("ö");
    expect(await readText(post(streamOf(bytes.slice(0, 1), bytes.slice(1))), 2)).toBe("ö");
  });

  it("drops a byte order mark at the beginning only", async () => {
    expect(await readText(post("\ufeff{}"), 100)).toBe("{}");
    expect(await readText(post("{\ufeff}"), 100)).toBe("{\ufeff}");
  });

  it("rejects by Content-Length, and counts bytes without it", async () => {
    await expect(readText(post("x", { "content-length": "11" }), 10)).rejects.toMatchObject({ code: "too_large" });
    expect(await readText(post("x".repeat(10)), 10)).toHaveLength(10);
    await expect(readText(post("x".repeat(11)), 10)).rejects.toMatchObject({ code: "too_large" });
  });

  it("stops reading at the limit", async () => {
    let read = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    await expect(readText(post(endless), 5000)).rejects.toMatchObject({ code: "too_large" });
    expect(read).toBeLessThan(10);
  });
});
