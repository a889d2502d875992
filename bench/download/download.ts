/**
 * Compares the download of a map of small tiles as a ZIP to one request for each tile: requests to the object store, and time.
 * Both write the same archive of one pack, from a disk and from S3 (Debian's Swift, as in the tests), in turns, in one run.
 * `npx tsx bench/download/download.ts [tiles] [rounds on S3; 0 leaves it out]`
 */
import { randomBytes, randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { ZipManifest } from "../../lib/archives/write/zip-manifest";
import { writeZip } from "../../lib/archives/write/zip-writer";
import { DiskBlobStore } from "../../lib/blobs/disk/blob-store";
import { newBlobKey } from "../../lib/blobs/key";
import { S3BlobStore } from "../../lib/blobs/s3/blob-store";
import type { BlobKey, BlobStore } from "../../lib/blobs/store";
import { createBucket } from "../../tests/services/bucket";
import { hasSwift, startSwift } from "../../tests/services/swift";
import { writeOneByOne } from "./one-by-one";

const tiles = Number(process.argv[2] ?? 20_000);
const roundsOnS3 = Number(process.argv[3] ?? 1);
const ROUNDS_ON_DISK = 5;
const BUCKET = "bench-download";

const sizes = Array.from({ length: tiles }, () => randomInt(1_000, 16_000));
const pack = randomBytes(sizes.reduce((sum, size) => sum + size, 0));

function manifestOf(blobKey: BlobKey): ZipManifest {
  const manifest = new ZipManifest();
  let offset = 0;
  for (const [number, size] of sizes.entries()) {
    const checksum = crc32(pack.subarray(offset, offset + size));
    const slice = { blobKey, offset, hasLocalHeader: false, storedSize: size, size, method: "stored", crc32: checksum } as const;
    manifest.add({ path: `tiles/${number % 300}/${number}.png`, isFolder: false, modified: 1_700_000_000, slice });
    offset += size;
  }
  return manifest.seal();
}

interface Measured {
  requests: number;
  seconds: number;
  checksum: number;
}

/** Reads a whole archive, and counts the requests to the store. */
async function measure(store: BlobStore, write: (store: BlobStore) => AsyncIterable<Buffer>): Promise<Measured> {
  let requests = 0;
  const counting = new Proxy(store, {
    get: (target, name) => {
      if (name === "read" || name === "readBytes") requests += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  let checksum = 0;
  const start = performance.now();
  for await (const chunk of write(counting)) checksum = crc32(chunk, checksum);
  return { requests, seconds: (performance.now() - start) / 1000, checksum };
}

const least = (measured: readonly Measured[]) => Math.min(...measured.map(({ seconds }) => seconds));

/** Runs both in turns, so that other work on the machine slows both. The best time of each counts. */
async function compare(name: string, store: BlobStore, rounds: number): Promise<Record<string, Record<string, string | number>>> {
  const key = newBlobKey();
  await store.write(
    key,
    (async function* () {
      yield await Promise.resolve(pack);
    })(),
  );
  const manifest = manifestOf(key);
  const [each, together]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    each.push(await measure(store, (counting) => writeOneByOne(counting, manifest)));
    together.push(await measure(store, (counting) => writeZip(counting, manifest)));
  }
  if (new Set([...each, ...together].map(({ checksum }) => checksum)).size !== 1) throw new Error("The archives differ.");
  const row = (measured: readonly Measured[]) => ({
    requests: measured[0]?.requests ?? 0,
    "least s": least(measured).toFixed(2),
    "MB/s": Math.round(manifest.size / 1e6 / least(measured)),
    "of the peer": `${(least(each) / least(measured)).toFixed(2)}×`,
  });
  return { [`${name}, one by one`]: row(each), [`${name}, neighbours together`]: row(together) };
}

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-bench-"));
// Uploads to S3 wait in DATA_DIR. There is no database.
Object.assign(process.env, { DATA_DIR: folder, DATABASE_URL: "postgres://nowhere/none", AUTH_SECRET: randomBytes(32).toString("hex") });
const disk = new DiskBlobStore(folder);
const swift = roundsOnS3 > 0 && (await hasSwift()) ? await startSwift() : null;
try {
  const results = await compare("disk", disk, ROUNDS_ON_DISK);
  if (swift) {
    const { endpoint, region, accessKeyId, secretAccessKey } = swift;
    await createBucket(swift, BUCKET);
    const s3 = new S3BlobStore({ bucket: BUCKET, endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
    Object.assign(results, await compare("S3", s3, roundsOnS3));
    s3.close();
  }
  console.log(`${tiles} tiles, ${Math.round(pack.length / 1e6)} MB`);
  console.table(results);
} finally {
  disk.close();
  await swift?.stop();
  await rm(folder, { recursive: true });
}
