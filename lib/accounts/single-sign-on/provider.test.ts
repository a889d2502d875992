import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { oidcProvider } from "./provider";

let server: Server;
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Requests a page of a provider over the connections of single sign-on. @returns what the provider sent */
async function askProvider(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    issuer,
    clientId: "id",
    clientSecret: "secret",
    label: "SSO",
    allowedDomains: ["*"],
    groupsClaim: null,
    roleClaim: null,
    isOnly: false,
  };
  const { agent } = oidcProvider(settings).httpOptions ?? {};
  // As NextAuth's client does, which waits for errors of the request only until the response begins.
  const request = get(issuer, { agent }).on("error", () => undefined);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return text(response);
}

it("single sign-on accepts an answer of the provider of 60 KB", async () => {
  expect(await askProvider((_request, response) => response.end("x".repeat(60 * 1024)))).toHaveLength(60 * 1024);
});

it("single sign-on refuses an answer of the provider of more than 64 KB", async () => {
  await expect(askProvider((_request, response) => response.end("x".repeat(65 * 1024)))).rejects.toThrow();
});

it("single sign-on refuses an answer that the provider does not finish within 10 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [asked, settled] = [vi.fn(), vi.fn()];
  const answer = askProvider((_request, response) => {
    response.write("x");
    asked();
  }).finally(settled);
  const refused = expect(answer).rejects.toThrow();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(9_000);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  await refused;
});
