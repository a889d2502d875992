import { formatBytes } from "./format";

export interface ReportOptions {
  json?: boolean | undefined;
  quiet?: boolean | undefined;
}

/** A line in a log, where nobody sees a line change, is written so often at most. */
const LINE_MS = 10_000;
/** A line on a screen changes so often at most. */
const FRAME_MS = 100;

/** How far a push is. */
export interface Progress {
  bytes: number;
  byteCount: number;
  files: number;
  fileCount: number;
}

/**
 * What the person sees while it goes on, on the standard error: the standard output has the result alone, so that scripts
 * can read it.
 */
export class Report {
  private readonly isLive: boolean;
  private readonly isQuiet: boolean;
  private shownAt = Number.NEGATIVE_INFINITY;
  private hasLine = false;

  constructor(private readonly options: ReportOptions) {
    this.isQuiet = Boolean(options.quiet);
    this.isLive = Boolean(process.stderr.isTTY) && !this.isQuiet;
  }

  /** Something has begun, or is worth knowing. */
  say(text: string): void {
    if (this.isQuiet) return;
    this.clear();
    process.stderr.write(`${text}\n`);
    // In a log, what begins now is told when it takes its time; a screen shows it at once.
    if (!this.isLive) this.shownAt = performance.now();
  }

  /** What is under way, said again and again. */
  show(text: string, isLast = false): void {
    if (this.isQuiet) return;
    const now = performance.now();
    if (!isLast && now - this.shownAt < (this.isLive ? FRAME_MS : LINE_MS)) return;
    this.shownAt = now;
    if (!this.isLive) {
      process.stderr.write(`${text}\n`);
      return;
    }
    const width = Math.max(20, (process.stderr.columns ?? 80) - 1);
    process.stderr.write(`\r${Array.from(text).slice(0, width).join("")}\u001b[K`);
    this.hasLine = true;
  }

  progress({ bytes, byteCount, files, fileCount }: Progress): void {
    const percent = byteCount === 0 ? 100 : Math.floor((bytes / byteCount) * 100);
    const count = `${files.toLocaleString("en-US")} of ${fileCount.toLocaleString("en-US")} files`;
    this.show(`Sending ${percent}%  ${formatBytes(bytes)} of ${formatBytes(byteCount)}  ${count}`, bytes === byteCount);
  }

  /** The outcome. @param lines for people; `value` is the same for programs */
  result(lines: readonly string[], value: object): void {
    this.clear();
    if (this.options.json) process.stdout.write(`${JSON.stringify(value)}\n`);
    else if (!this.isQuiet) process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  }

  /** Why there is none. */
  fail(message: string, exitCode: number): void {
    this.clear();
    if (this.options.json) process.stdout.write(`${JSON.stringify({ ok: false, error: message, exitCode })}\n`);
    process.stderr.write(`${message}\n`);
  }

  private clear(): void {
    if (this.hasLine) process.stderr.write("\r\u001b[K");
    this.hasLine = false;
  }
}
