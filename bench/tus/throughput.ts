/**
 * Compares the product's tus throughput to the tus library with its own store in plain Node. Both get the same bytes in turns in
 * one run, so that other work on the machine affects both.
 * `npx tsx bench/tus/throughput.ts [rounds] [MiB of an upload] [s3]` (on Linux, in a checkout that is built). With `s3`, both keep
 * uploads in an OpenStack Swift on the same machine.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../server/database/free-port";
import { createBucket } from "../../tests/services/bucket";
import { startSwift } from "../../tests/services/swift";
import { ServerProcess } from "../serve/server-process";
import { withProduct } from "../setup/running-product";
import { remove, type Sending, type Target, upload } from "./upload";

const MEBIBYTE = 1024 * 1024;
const [roundsGiven = "15", mebibytesGiven = "256", kind = "disk"] = process.argv.slice(2);
const [rounds, mebibytes] = [Number(roundsGiven), Number(mebibytesGiven)];
const size = mebibytes * MEBIBYTE;

/** Request sizes of the screens for ZIPs and folders, and of a program. */
const ways: Readonly<Record<string, Sending>> = {
  "10 MiB chunks": { chunk: 10 * MEBIBYTE, size },
  "5 MiB chunks": { chunk: 5 * MEBIBYTE, size },
  "one PATCH": { chunk: size, size },
};

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** @returns bytes per second */
async function measure(target: Target, sending: Sending): Promise<number> {
  const { address, seconds } = await upload(target, sending);
  await remove(target, address);
  return sending.size / seconds;
}

async function compare(product: Target, peer: Target, sending: Sending): Promise<Record<string, string>> {
  const speeds = { product: [] as number[], peer: [] as number[] };
  const turns = [
    { target: product, found: speeds.product },
    { target: peer, found: speeds.peer },
  ];
  for (const { target } of turns) await measure(target, sending);
  for (let round = 0; round < rounds; round += 1) {
    // The order changes from round to round.
    for (const { target, found } of round % 2 === 0 ? turns : turns.toReversed()) found.push(await measure(target, sending));
  }
  const [ours, theirs] = [median(speeds.product), median(speeds.peer)];
  return {
    "product MB/s": (ours / 1e6).toFixed(0),
    "bare tus MB/s": (theirs / 1e6).toFixed(0),
    "ratio of medians": (ours / theirs).toFixed(3),
  };
}

const root = path.resolve(import.meta.dirname, "../..");
const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-bench-tus-"));
const port = await freePort();
const swift = kind === "s3" ? await startSwift() : null;

/** Creates a bucket of one server. @returns its settings; none for the disk */
async function storeSettings(bucket: string): Promise<Record<string, string>> {
  if (!swift) return {};
  await createBucket(swift, bucket);
  const { endpoint, region, accessKeyId, secretAccessKey } = swift;
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  return { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region, ...keys, S3_FORCE_PATH_STYLE: "1" };
}

const environment = await storeSettings("bare");
const bare = await ServerProcess.start("bench/tus/bare-server.ts", { args: [folder, String(port)], root, environment });
try {
  await withProduct(
    async (_, target) => {
      const peer = { origin: `http://localhost:${port}`, headers: {} };
      const table: Record<string, Record<string, string>> = {};
      for (const [name, sending] of Object.entries(ways)) table[name] = await compare(target, peer, sending);
      console.log(`${mebibytes} MiB an upload on ${kind}, ${rounds} rounds`);
      console.table(table);
    },
    await storeSettings("product"),
  );
} finally {
  await bare.stop();
  await swift?.stop();
  await rm(folder, { recursive: true, force: true });
}
