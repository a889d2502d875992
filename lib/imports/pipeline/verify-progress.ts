import type { EntryTable, TableEntry } from "../../archives/entry-table";
import { db } from "../../db/client";
import type { Database } from "../../db/query";
import { importMetrics } from "../../logging/metrics/imports";
import type { HeldImport, ImportChange, ImportLease } from "./lease";

const WRITE_AFTER_MS = 500;

/** The project was deleted while its import was being verified. */
export class ProjectGoneError extends Error {
  override readonly name = "ProjectGoneError";
  constructor() {
    super("The project was deleted while its files were being checked.");
  }
}

/** Progress of reading an archive. All of it derives from the cursor, so a takeover counts nothing twice. */
export class VerifyProgress {
  private filesDone = 0;
  private bytesDone = 0;
  private partBytes = 0;
  private lastWrite = performance.now();

  constructor(
    private readonly lease: ImportLease,
    table: EntryTable,
    private cursor: number,
  ) {
    const done = table.placeAfter(cursor);
    for (let place = 0; place < done; place += 1) this.count(table.at(place));
  }

  async done(entry: TableEntry): Promise<void> {
    this.pass(entry);
    if (entry.isFile) importMetrics().verified(1, entry.size);
    await this.writeSometimes();
  }

  /** Counts an entry without writing. */
  pass(entry: TableEntry): void {
    this.count(entry);
    this.partBytes = 0;
    this.cursor = entry.offset;
  }

  async part(bytes: number): Promise<void> {
    this.partBytes += bytes;
    await this.writeSometimes();
  }

  async write(change: ImportChange = {}, client: Database = db()): Promise<HeldImport> {
    this.lastWrite = performance.now();
    const { filesDone, bytesDone, partBytes, cursor } = this;
    const held = await this.lease.write({ filesDone, bytesDone: bytesDone + partBytes, cursor, attempts: 0, ...change }, client);
    if (held.projectId === null && held.status !== "materialising") throw new ProjectGoneError();
    return held;
  }

  private count(entry: TableEntry): void {
    if (!entry.isFile) return;
    this.filesDone += 1;
    this.bytesDone += entry.size;
  }

  private async writeSometimes(): Promise<void> {
    if (performance.now() - this.lastWrite >= WRITE_AFTER_MS) await this.write();
  }
}
