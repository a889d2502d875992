import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { contentName } from "../../lib/trees/slices/content-name";
import type { KnownHashes } from "../../lib/upload-client/compare/compare-folder";
import type { Pack } from "../../lib/upload-client/plan/plan-packs";
import type { FolderFile } from "../../lib/upload-client/send/byte-source";
import type { DiskFile } from "../source/disk-file";
import { parse, replaceFile } from "./push-state";

/** The values are checked when they are used: a schema would take long to check all of them. */
const hashesSchema = z.custom<object>((value) => typeof value === "object" && value !== null);
/** Characters written at once. */
const PART_LENGTH = 1_000_000;
const SHA256 = /^[0-9a-f]{64}$/;

/** SHA-256 hashes of an earlier push, so that unchanged files are not read again. A damaged file counts as empty. */
export class HashCache implements KnownHashes {
  private readonly used = new Set<string>();
  private hasNew = false;

  private constructor(
    private readonly file: string,
    private readonly hashes: Map<string, unknown>,
  ) {}

  static async open(file: string): Promise<HashCache> {
    const text = await readFile(file, "utf8").catch(() => "");
    return new HashCache(file, new Map<string, unknown>(Object.entries(parse(hashesSchema, text) ?? {})));
  }

  get(name: string): string | undefined {
    const sha256 = this.hashes.get(name);
    if (typeof sha256 !== "string" || !SHA256.test(sha256)) return undefined;
    this.used.add(name);
    return sha256;
  }

  set(name: string, sha256: string): void {
    this.hashes.set(name, sha256);
    this.used.add(name);
    this.hasNew = true;
  }

  /** Writes the hashes that were used. */
  async save(): Promise<void> {
    if (!this.hasNew && this.used.size === this.hashes.size) return;
    try {
      await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
      await replaceFile(this.file, this.toJson());
      this.hasNew = false;
    } catch {
      // The next push reads the files again.
    }
  }

  /** Yields the used hashes as JSON in parts. As one object, 200,000 of them would take 100 MB. */
  private *toJson(): Generator<string> {
    let part = "{";
    let separator = "";
    for (const name of this.used) {
      part += `${separator}${JSON.stringify(name)}:${JSON.stringify(this.hashes.get(name))}`;
      separator = ",";
      if (part.length < PART_LENGTH) continue;
      yield part;
      part = "";
    }
    yield `${part}}`;
  }
}

export interface SentPacks {
  packs: readonly Pack[];
  files: readonly FolderFile<DiskFile>[];
  uploadIds: ReadonlyMap<string, string>;
  /** SHA-256 of files that were read as a whole. */
  hashes: ReadonlyMap<DiskFile, string>;
}

/** Remembers hashes of sent files, so that the next push reads neither these files nor those on the server. */
export function rememberSent({ packs, files, uploadIds, hashes }: SentPacks, known: HashCache): void {
  for (const pack of packs) {
    const blobKey = uploadIds.get(pack.id);
    let offset = 0;
    for (const number of pack.files) {
      const file = files[number]?.file;
      const sha256 = file && hashes.get(file);
      if (blobKey && sha256) {
        known.set(contentName({ blobKey, offset, size: file.size }), sha256);
        if (file.state) known.set(file.state, sha256);
      }
      offset += file?.size ?? 0;
    }
  }
}
