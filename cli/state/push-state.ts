import { createHash, randomUUID } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { LockHeldError, takeLock } from "../../lib/jobs/lock";
import {
  type PackProgress,
  type PlanStore,
  packProgressSchema,
  type StoredPack,
  storedPackSchema,
} from "../../lib/upload-client/plan/plan-store";
import { ClientFailure } from "../failure";

const progressSchema = packProgressSchema.extend({ uploadUrl: z.url() });

const PACK_SUFFIX = ".pack.json";
const PROGRESS = "progress.ndjson";

/** State of an unfinished push, in the user's cache folder. Without it the push can't be resumed, but still works. */
export class PushState implements PlanStore {
  readonly id: string;
  /** Outlives `forget`. */
  readonly hashesFile: string;
  private readonly folder: string;
  private release: (() => Promise<void>) | null = null;

  constructor({ origin, accountId, safeName, source }: Record<"origin" | "accountId" | "safeName" | "source", string>) {
    this.id = createHash("sha256")
      .update(JSON.stringify([origin, accountId, safeName, source]))
      .digest("hex")
      .slice(0, 32);
    this.folder = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "sea-vision", this.id);
    this.hashesFile = `${this.folder}.hashes.json`;
  }

  /** Concurrent pushes would take the uploads from each other. @throws ClientFailure */
  async lock(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      this.release = await takeLock(path.join(this.folder, "lock"));
    } catch (error) {
      if (error instanceof LockHeldError) throw new ClientFailure("failed", `This is being pushed already, by process ${error.pid}.`);
    }
  }

  async unlock(): Promise<void> {
    await this.release?.();
    this.release = null;
  }

  async forget(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true }).catch(() => undefined);
    this.release = null;
  }

  async read(sessionId: string): Promise<{ packs: StoredPack[]; progress: Map<string, PackProgress> }> {
    const names = await readdir(this.folder).catch(() => []);
    const texts = await Promise.all(names.filter((name) => name.endsWith(PACK_SUFFIX)).map((name) => this.readText(name)));
    const packs = texts.flatMap((text) => parse(storedPackSchema, text) ?? []).filter((pack) => pack.sessionId === sessionId);
    const lines = (await this.readText(PROGRESS)).split("\n").flatMap((line) => parse(progressSchema, line) ?? []);
    // The last line of a pack is its progress.
    const progress = new Map(lines.filter((line) => line.sessionId === sessionId).map((line) => [line.packId, line]));
    return { packs, progress };
  }

  async keep(_sessionId: string, fresh: Iterable<StoredPack>, dropped: readonly StoredPack[]): Promise<void> {
    try {
      for (const { packId } of dropped) await rm(this.fileOf(packId), { force: true });
      for (const pack of fresh) await replaceFile(this.fileOf(pack.packId), JSON.stringify(pack));
    } catch {
      // A push without a state still works.
    }
  }

  async note(progress: PackProgress): Promise<void> {
    await appendFile(path.join(this.folder, PROGRESS), `${JSON.stringify(progress)}\n`, { mode: 0o600 }).catch(() => undefined);
  }

  private fileOf(packId: string): string {
    return path.join(this.folder, packId + PACK_SUFFIX);
  }

  private readText(name: string): Promise<string> {
    return readFile(path.join(this.folder, name), "utf8").catch(() => "");
  }
}

export async function replaceFile(file: string, text: string | Iterable<string>): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, text, { mode: 0o600 });
  await rename(fresh, file);
}

export function parse<Output>(schema: z.ZodType<Output>, text: string): Output | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    // A killed process wrote an incomplete line.
    return undefined;
  }
}
