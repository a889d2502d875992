import { existsSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Header, Pax } from "tar";
import type { BackupTarget } from "./target";

const BLOCK = 512;

/** One file in the format of tar, which any tar can read. */
export class TarTarget implements BackupTarget {
  private constructor(
    readonly place: string,
    private readonly handle: FileHandle,
    private readonly takenAt: Date,
  ) {}

  /** @throws Error when there is a file of that name */
  static async open(place: string, takenAt: Date): Promise<TarTarget> {
    if (existsSync(place)) throw new Error(`${place} is there already. Choose another name.`);
    await mkdir(path.dirname(place), { recursive: true });
    return new TarTarget(place, await open(`${place}.partial`, "w", 0o600), takenAt);
  }

  get folder(): string {
    return path.dirname(this.place);
  }

  has(): Promise<false> {
    return Promise.resolve(false);
  }

  reuse(): Promise<null> {
    return Promise.resolve(null);
  }

  async add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.writeHeader(name, size);
    for await (const chunk of content) await this.handle.writeFile(chunk);
    await this.handle.writeFile(Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK));
  }

  async finish(): Promise<void> {
    await this.handle.writeFile(Buffer.alloc(2 * BLOCK));
    await this.handle.sync();
    await this.handle.close();
    if (existsSync(this.place)) throw new Error(`${this.place} has come to be there meanwhile. The backup is in ${this.place}.partial.`);
    await rename(`${this.place}.partial`, this.place);
  }

  async discard(): Promise<void> {
    await this.handle.close();
    await rm(`${this.place}.partial`, { force: true });
  }

  private async writeHeader(name: string, size: number): Promise<void> {
    const fields = { path: name, mode: 0o600, size, type: "File" as const, mtime: this.takenAt };
    const header = new Header(fields);
    // True: a name or a size that the old format has no room for, which a header before it tells.
    if (header.encode()) await this.handle.writeFile(new Pax(fields).encode());
    if (!header.block) throw new Error(`${name} cannot be written to a tar.`);
    await this.handle.writeFile(header.block);
  }
}
