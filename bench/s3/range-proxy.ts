/** A peer: sends `/<offset>/<length>` of one object as its ranges come from the store, without users, files and caches. */
import { createServer } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { openClient } from "../../tests/services/bucket";

const [port, bucket, key, access = "{}"] = process.argv.slice(2);
const client = openClient(JSON.parse(access));

createServer(async (request, response) => {
  const [, offset, length] = (request.url ?? "").split("/").map(Number);
  const Range = `bytes=${offset}-${Number(offset) + Number(length) - 1}`;
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
  response.writeHead(200, { "Content-Type": "image/png", "Content-Length": length });
  await pipeline(Body as Readable, response);
}).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
