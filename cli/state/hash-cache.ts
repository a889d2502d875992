import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { KnownHashes } from "../../lib/publish/compare/compare-folder";
import { parse, replaceFile } from "./push-state";

const hashesSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));

/** SHA-256 hashes of an earlier push, so that unchanged files are not read again. A damaged file counts as empty. */
export class HashCache implements KnownHashes {
  private readonly used = new Map<string, string>();
  private hasNew = false;

  private constructor(
    private readonly file: string,
    private readonly former: ReadonlyMap<string, string>,
  ) {}

  static async open(file: string): Promise<HashCache> {
    const text = await readFile(file, "utf8").catch(() => "");
    return new HashCache(file, new Map(Object.entries(parse(hashesSchema, text) ?? {})));
  }

  get(name: string): string | undefined {
    const sha256 = this.used.get(name) ?? this.former.get(name);
    if (sha256 !== undefined) this.used.set(name, sha256);
    return sha256;
  }

  set(name: string, sha256: string): void {
    this.used.set(name, sha256);
    this.hasNew = true;
  }

  /** Writes the hashes that were used. */
  async save(): Promise<void> {
    if (!this.hasNew && this.used.size === this.former.size) return;
    try {
      await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
      await replaceFile(this.file, JSON.stringify(Object.fromEntries(this.used)));
    } catch {
      // The next push reads the files again.
    }
  }
}
