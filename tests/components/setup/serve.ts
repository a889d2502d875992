import { onTestFinished } from "vitest";
import { cdp } from "vitest/browser";

interface Paused {
  requestId: string;
  request: { url: string };
}

/**
 * Answers requests of frames and images until the test ends. Those of `fetch` never get that far.
 * @param pattern of their addresses, with `*` for any text
 * @param respond returns the answer, or null for one that never comes
 */
export async function serve(pattern: string, respond: (url: URL) => Response | null): Promise<void> {
  const session = cdp();
  const held: string[] = [];
  const refuse = (requestId: string) => session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }).catch(() => undefined);
  async function answerOne({ requestId, request }: Paused): Promise<void> {
    const response = respond(new URL(request.url));
    if (response === null) return void held.push(requestId);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const body = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
    await session.send("Fetch.fulfillRequest", { requestId, responseCode: response.status, responseHeaders, body }).catch(() => undefined);
  }
  const listen = (paused: Paused) => void answerOne(paused);
  session.on("Fetch.requestPaused", listen);
  await session.send("Fetch.enable", { patterns: [{ urlPattern: pattern }] });
  onTestFinished(async () => {
    session.off("Fetch.requestPaused", listen);
    await Promise.all(held.map(refuse));
    await session.send("Fetch.disable");
  });
}
