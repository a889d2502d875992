import { existsSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Header, Pax } from "tar";
import type { BackupTarget } from "./copier";

const BLOCK_BYTES = 512;

/** A backup in one tar file. The library writes its headers; its own writer reads files by name, and these change meanwhile. */
export class TarTarget implements BackupTarget {
  private constructor(
    readonly place: string,
    private readonly handle: FileHandle,
    private readonly takenAt: Date,
  ) {}

  /** Opens a new tar file. @throws Error when the file exists */
  static async open(place: string, takenAt: Date): Promise<TarTarget> {
    if (existsSync(place)) throw new Error(`${place} is there already. Choose another name.`);
    await mkdir(path.dirname(place), { recursive: true });
    return new TarTarget(place, await open(`${place}.partial`, "w", 0o600), takenAt);
  }

  get folder(): string {
    return path.dirname(this.place);
  }

  async add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const fields = { path: name, mode: 0o600, size, type: "File" as const, mtime: this.takenAt };
    const header = new Header(fields);
    // encode() returns true when the name or size is too long for the header, which needs a Pax header before it.
    if (header.encode()) await this.handle.writeFile(new Pax(fields).encode());
    if (!header.block) throw new Error(`${name} cannot be written to a tar.`);
    await this.handle.writeFile(header.block);
    for await (const chunk of content) await this.handle.writeFile(chunk);
    await this.handle.writeFile(Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES));
  }

  async finish(): Promise<void> {
    await this.handle.writeFile(Buffer.alloc(2 * BLOCK_BYTES));
    await this.handle.sync();
    await this.handle.close();
    if (existsSync(this.place)) throw new Error(`${this.place} has come to be there meanwhile. The backup is in ${this.place}.partial.`);
    await rename(`${this.place}.partial`, this.place);
  }

  async discard(): Promise<void> {
    await this.handle.close();
    await rm(`${this.place}.partial`, { force: true });
  }
}
