import { randomBytes } from "node:crypto";
import { mkdirSync, openSync, readSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "../../env";
import { logger } from "../../logging/logger";

const MARK_BYTES = 16;

function markFile(): string {
  const { dataDir } = env();
  mkdirSync(dataDir, { recursive: true });
  return path.join(dataDir, "tree-changes");
}

/**
 * Marks that a tree has changed, for the maps processes that share DATA_DIR. Call it between the commit and the answer: the next request
 * then sees the change. A notification of PostgreSQL may arrive later.
 */
export function markTreeChange(): void {
  try {
    writeFileSync(markFile(), randomBytes(MARK_BYTES), { mode: 0o600 });
  } catch (error) {
    logger.warn({ err: error }, "a change of files could not be marked; maps show it within a second");
  }
}

/** Notices the marks of all processes that share DATA_DIR. One read of a file in memory takes about a microsecond. */
export class ChangeMark {
  private readonly file = openSync(markFile(), "a+", 0o600);
  private readonly seen = Buffer.alloc(MARK_BYTES);
  private readonly found = Buffer.alloc(MARK_BYTES);

  /** Returns true once for each change since the last call. A mark that is half written counts when it is complete. */
  hasChanged(): boolean {
    readSync(this.file, this.found, 0, MARK_BYTES, 0);
    if (this.found.equals(this.seen)) return false;
    this.found.copy(this.seen);
    return true;
  }
}
