import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { expect, it } from "vitest";
import { ending } from "@/server/health/ending";
import { signedIn } from "../../setup/signed-in";
import { isOnS3 } from "../../setup/stored-objects";
import { until } from "../../setup/until";
import { create, isWrittenTo, OFFSET_BODY, send, sizeOf, startUploadServer } from "./upload-server";

it("an upload under way stores its received bytes and returns its offset when the process ends", async () => {
  const admin = await signedIn("admin");
  const server = await startUploadServer();
  const bytes = randomBytes(2_000_000);
  const url = await create(server, admin, bytes.length);
  const headers = { ...admin.bearer, ...OFFSET_BODY, "Tus-Resumable": "1.0.0", "Upload-Offset": 0, "Content-Length": bytes.length };
  const sent = request(url, { method: "PATCH", headers, agent: false });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  // The client pauses here, as on a slow line. The server can't wait for its end.
  sent.write(bytes.subarray(0, 500_000));
  await until("the server has some bytes", async () => (isOnS3() ? isWrittenTo(url) : ((await sizeOf(url, admin)) ?? 0) > 0));
  ending.close();
  const [answer] = await answered;
  const stored = Number(answer.headers["upload-offset"]);
  expect(answer.statusCode).toBe(204);
  expect(answer.headers.connection).toBe("close");
  expect(stored).toBeGreaterThan(0);
  answer.resume();
  sent.destroy();
  const { headers: told } = await send(url, "HEAD", admin.bearer);
  expect(Number(told["upload-offset"])).toBe(stored);
  await server.close();
});
