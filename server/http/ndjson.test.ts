import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { sendKeepAlive, startLines, untilGone, writeLines } from "./ndjson";

const server = createServer();
afterEach(() => server.close());

it("sendKeepAlive sends empty lines while a line takes long, and none once it is stopped", async () => {
  server.listen(0);
  await once(server, "listening");
  const answered = fetch(`http://localhost:${(server.address() as AddressInfo).port}`);
  const [, response] = await once(server, "request");
  startLines(response);
  const stop = sendKeepAlive(response, 1);
  const reader = (await answered).body?.getReader();
  const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
  expect(await read()).toMatch(/^\n+$/);
  expect(await read()).toMatch(/^\n+$/);
  stop();
  await writeLines(response, [{ path: "a" }], untilGone(response));
  response.end();
  let rest = "";
  for (let text = await read(); text !== ""; text = await read()) rest += text;
  expect(rest).toMatch(/^\n*\{"path":"a"\}\n$/);
});

it("untilGone aborts at once when the client has disconnected before", async () => {
  const asked = connect((server.listen(0).address() as AddressInfo).port);
  asked.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [, response] = await once(server, "request");
  asked.destroy();
  await once(response, "close");
  expect(untilGone(response).aborted).toBe(true);
});
