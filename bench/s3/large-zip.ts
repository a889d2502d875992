/**
 * Uploads one large ZIP by tus into S3. Measures the memory of every process from the first byte to the end of the verification, and the
 * time from the extract request to the first byte of the map. See README.md.
 * `npx tsx bench/s3/large-zip.ts [GiB]`. Exits with 1 when a target is missed.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Product } from "../../tests/integration/supervisor/product";
import { createBucket } from "../../tests/services/bucket";
import { startSwift } from "../../tests/services/swift";
import { runDoctor } from "../../tests/setup/doctor";
import { type Access, extract, firstByte, readProgress } from "../publish/client";
import { withProduct } from "../setup/running-product";
import { writeArchive } from "./archive";
import { MemoryWatch, type Watched } from "./memory-watch";
import { sendZip } from "./send";

const AIM_BYTES = 400e6;
const AIM_SECONDS = 3;
const BUCKET = "sea-vision-bench";
const ASK_MS = 200;

interface Result {
  /** Seconds. */
  sending: number;
  firstByte: number;
  verified: number;
  memory: Watched[];
  doctor: { code: number; printed: string };
}

async function untilVerified(access: Access, safeName: string): Promise<void> {
  while (true) {
    const { status, error } = await readProgress(access, safeName);
    if (status === "error") throw new Error(error ?? "The import failed.");
    if (status === "complete") return;
    await pause(ASK_MS);
  }
}

async function measure(product: Product, access: Access, file: string): Promise<Result> {
  const watch = new MemoryWatch(product);
  const began = performance.now();
  const uploadId = await sendZip(access, file, "Large");
  const sent = performance.now();
  const safeName = await extract(access, "Large", uploadId);
  await firstByte(access, safeName);
  const opened = performance.now();
  await untilVerified(access, safeName);
  const verified = performance.now();
  const memory = watch.stop();
  const doctor = await runDoctor(product.copy.dataDir, product.copy.settings);
  const seconds = (from: number, to: number) => (to - from) / 1000;
  return { sending: seconds(began, sent), firstByte: seconds(sent, opened), verified: seconds(sent, verified), memory, doctor };
}

function print(size: number, entries: number, { sending, firstByte: opened, verified, memory, doctor }: Result): void {
  console.log(`${(size / 2 ** 30).toFixed(2)} GiB, ${entries.toLocaleString("en-US")} files`);
  console.log(`  sent in ${sending.toFixed(1)} s, ${(size / 1e6 / sending).toFixed(0)} MB/s`);
  console.log(`  first byte of the map ${opened.toFixed(2)} s after the extract call (aim: under ${AIM_SECONDS} s)`);
  console.log(`  every byte verified ${verified.toFixed(1)} s after the extract call`);
  const inMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  const row = ({ name, processes, mostResident, peak }: Watched) =>
    [name, { processes, "VmRSS MB": inMegabytes(mostResident), "VmHWM MB": inMegabytes(peak) }] as const;
  console.log(`  the most that one process held (aim: under ${AIM_BYTES / 1e6} MB)`);
  console.table(Object.fromEntries(memory.map(row)));
  console.log(doctor.printed.trim());
}

const gibibytes = Number(process.argv[2] ?? 5);
const folder = await mkdtemp(path.join(process.env.BENCH_FOLDER ?? tmpdir(), "sea-vision-bench-s3-"));
const swift = await startSwift();
try {
  const file = path.join(folder, "large.zip");
  const entries = await writeArchive(file, gibibytes * 2 ** 30);
  await createBucket(swift, BUCKET);
  const settings = {
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: swift.endpoint,
    S3_REGION: swift.region,
    S3_ACCESS_KEY_ID: swift.accessKeyId,
    S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
  };
  const result = await withProduct((product, access) => measure(product, access, file), settings);
  print((await stat(file)).size, entries, result);
  const isReached = result.firstByte < AIM_SECONDS && result.memory.every(({ peak }) => peak < AIM_BYTES) && result.doctor.code === 0;
  process.exitCode = isReached ? 0 : 1;
} finally {
  await swift.stop();
  await rm(folder, { recursive: true, force: true });
}
