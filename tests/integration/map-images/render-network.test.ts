import { createSocket } from "node:dgram";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listDueImages } from "@/lib/projects/images/claims";
import { createProject } from "../../setup/fixtures";
import {
  expectHalves,
  expectNothingLeft,
  never,
  pageWith,
  projectOf,
  publishAndRender,
  renderer,
  titled,
  withoutChromium,
} from "./rendering";

describe.skipIf(withoutChromium)(titled("a map that is rendered"), () => {
  afterEach(expectNothingLeft);

  let http: Server;
  let port: number;
  const reached: string[] = [];
  const udp = createSocket("udp4");

  beforeAll(async () => {
    http = createServer(({ url, method, headers }, response) => {
      reached.push(`${method} ${headers.host}${url}`);
      response.writeHead(200, { "access-control-allow-origin": "*" }).end("secret");
    });
    http.on("upgrade", ({ url }, socket) => {
      reached.push(`upgrade ${url}`);
      socket.destroy();
    });
    http.on("connection", () => reached.push("connection"));
    await new Promise<void>((resolve) => http.listen(0, "0.0.0.0", resolve));
    port = (http.address() as AddressInfo).port;
    await new Promise<void>((resolve) => udp.bind(port, "127.0.0.1", resolve));
    udp.on("message", () => reached.push("datagram"));
  });
  afterAll(() => {
    http.close();
    udp.close();
  });

  it("can't reach the operator's network with a script", async () => {
    const at = `127.0.0.1:${port}`;
    const { id, imageAttempts } = await publishAndRender({
      ...pageWith(
        `const at = ${JSON.stringify(at)};
        const worker = "new WebSocket('ws://" + at + "/worker'); fetch('http://" + at + "/worker-fetch').catch(() => {}); importScripts('http://" + at + "/worker-import')";
        new Worker(URL.createObjectURL(new Blob([worker])));
        new WebSocket("ws://" + at + "/socket"); new WebSocket("ws://localhost:${port}/socket"); new WebSocket("ws://[::1]:${port}/socket");
        for (const url of ["http://" + at + "/fetch", "http://169.254.169.254/latest/meta-data/", "http://localhost:${port}/", "http://[::1]:${port}/", "http://2130706433:${port}/", "http://0.0.0.0:${port}/"]) {
          fetch(url).catch(() => {}); fetch(url, { mode: "no-cors", method: "POST", keepalive: true, body: "x" }).catch(() => {});
          navigator.sendBeacon(url, "x"); new Image().src = url; new EventSource(url);
          const frame = document.createElement("iframe"); frame.src = url; document.documentElement.append(frame);
          const form = Object.assign(document.createElement("form"), { action: url, method: "post", target: "form" }); document.documentElement.append(form);
        }
        document.documentElement.insertAdjacentHTML("beforeend", "<iframe name=form></iframe><object data='http://" + at + "/object'></object><video src='http://" + at + "/video'></video><link rel=prefetch href='http://" + at + "/prefetch'><link rel=preconnect href='http://" + at + "'><link rel=prerender href='http://" + at + "/prerender'><script type=speculationrules>{\\"prefetch\\":[{\\"urls\\":[\\"http://" + at + "/speculated\\"]}]}<\\/script>");
        for (const form of document.forms) form.submit();
        const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:" + at }, { urls: "turn:" + at + "?transport=tcp", username: "a", credential: "b" }] });
        peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        try { new WebTransport("https://" + at + "/transport").ready.catch(() => {}); } catch {}`,
        `<meta http-equiv="Content-Security-Policy-Report-Only" content="default-src 'none'; report-uri http://${at}/report">`,
      ),
    });
    expect(reached).toEqual([]);
    await expectHalves(id);
    expect(imageAttempts).toBe(0);
  });

  it("can't reach the operator's network through the project's map address", async () => {
    for (const mapUrl of [
      `http://127.0.0.1:${port}/`,
      "http://169.254.169.254/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "no address",
      `http://localhost:${port}/`,
      "http://localhost/",
    ]) {
      const { id } = await createProject(null, { mapUrl });
      await renderer().render(id, never);
      // The address is not tried again until it changes.
      expect(await projectOf(id)).toMatchObject({ imageBlobKey: null, imageAttempts: 0, imageOf: `url ${mapUrl}` });
      expect(await listDueImages(100)).not.toContain(id);
    }
    expect(reached).toEqual([]);
  });

  it("can reach public hosts", async () => {
    const outside = {
      resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
      isAllowed: (address: string) => address === "127.0.0.1",
      ports: [String(port)],
    };
    const page = `fetch("http://tiles.test:${port}/tile").then((answer) => answer.text()).then((text) => { if (text !== "secret") document.documentElement.style.background = "green"; }, () => { document.documentElement.style.background = "green"; })`;
    const { id } = await publishAndRender(pageWith(page), { outside });
    await expectHalves(id);
    expect(reached).toContain(`GET tiles.test:${port}/tile`);
  });
});
