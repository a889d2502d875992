import { createHash, randomUUID } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { LockHeldError, takeLock } from "../../lib/jobs/lock";
import type { PackProgress, PlanStore, StoredPack } from "../../lib/publish/plan/plan-store";
import { ClientFailure } from "../failure";

const packSchema = z.object({
  sessionId: z.string(),
  packId: z.string(),
  size: z.number(),
  paths: z.array(z.string()),
  sizes: z.array(z.number()),
  times: z.array(z.number()),
});
const progressSchema = z.object({
  sessionId: z.string(),
  packId: z.string(),
  size: z.number(),
  uploadUrl: z.url(),
  isDone: z.boolean(),
});

/** What tells one push from another. */
export interface PushIdentity {
  origin: string;
  accountId: string;
  safeName: string;
  /** Real path of the folder or the file. */
  source: string;
}

const PACK_SUFFIX = ".pack.json";
const PROGRESS = "progress.ndjson";

/**
 * What is known of a push that was begun: one folder for each, in the user's cache. What cannot be kept there costs only
 * that the push cannot go on later.
 */
export class PushState implements PlanStore {
  readonly id: string;
  private readonly folder: string;
  private release: (() => Promise<void>) | null = null;

  constructor(identity: PushIdentity) {
    const { origin, accountId, safeName, source } = identity;
    this.id = createHash("sha256")
      .update(JSON.stringify([origin, accountId, safeName, source]))
      .digest("hex")
      .slice(0, 32);
    this.folder = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "sea-vision", this.id);
  }

  /** Two that sent the same would take it from each other without end. @throws ClientFailure when another one runs */
  async lock(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      this.release = await takeLock(path.join(this.folder, "lock"));
    } catch (error) {
      if (error instanceof LockHeldError) throw new ClientFailure("failed", `This is being pushed already, by process ${error.pid}.`);
      // Where nothing can be kept there is nothing to be taken from each other either.
    }
  }

  async unlock(): Promise<void> {
    await this.release?.();
    this.release = null;
  }

  /** The push is over: nothing of it is kept. */
  async forget(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true }).catch(() => undefined);
    this.release = null;
  }

  async read(sessionId: string): Promise<{ packs: StoredPack[]; progress: Map<string, PackProgress> }> {
    const names = await readdir(this.folder).catch(() => []);
    const texts = await Promise.all(names.filter((name) => name.endsWith(PACK_SUFFIX)).map((name) => this.readText(name)));
    const packs = texts.flatMap((text) => parse(packSchema, text) ?? []).filter((pack) => pack.sessionId === sessionId);
    const lines = (await this.readText(PROGRESS)).split("\n").flatMap((line) => parse(progressSchema, line) ?? []);
    // The last line of a pack is how far it came.
    const progress = new Map(lines.filter((line) => line.sessionId === sessionId).map((line) => [line.packId, line]));
    return { packs, progress };
  }

  async keep(_sessionId: string, fresh: readonly StoredPack[], dropped: readonly StoredPack[]): Promise<void> {
    try {
      for (const { packId } of dropped) await rm(this.fileOf(packId), { force: true });
      for (const pack of fresh) await this.write(this.fileOf(pack.packId), JSON.stringify(pack));
    } catch {
      // No room, or no right to write: it goes on all the same.
    }
  }

  /** How far a pack is. */
  async note(progress: PackProgress): Promise<void> {
    await appendFile(path.join(this.folder, PROGRESS), `${JSON.stringify(progress)}\n`, { mode: 0o600 }).catch(() => undefined);
  }

  private fileOf(packId: string): string {
    return path.join(this.folder, packId + PACK_SUFFIX);
  }

  /** Killed in the middle, there is all of it or nothing. */
  private async write(file: string, text: string): Promise<void> {
    const fresh = `${file}.${randomUUID()}`;
    await writeFile(fresh, text, { mode: 0o600 });
    await rename(fresh, file);
  }

  private readText(name: string): Promise<string> {
    return readFile(path.join(this.folder, name), "utf8").catch(() => "");
  }
}

function parse<Output>(schema: z.ZodType<Output>, text: string): Output | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    // Cut off by a kill: as if it had not been written.
    return undefined;
  }
}
