const units = ["bytes", "KB", "MB", "GB", "TB"];

/** Returns a size in units of 1,024, as on the screens: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`;
}

/** Returns a count with its noun: `1 file`, `2,000 files`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

const LINE_MS = 10_000;
const FRAME_MS = 100;

export interface Progress {
  bytes: number;
  byteCount: number;
  files: number;
  fileCount: number;
}

/** Prints progress to standard error, so that standard output has only the result. */
export class Report {
  private readonly isLive: boolean;
  private readonly isQuiet: boolean;
  private shownAt = Number.NEGATIVE_INFINITY;
  private hasLine = false;

  constructor(private readonly options: { json?: boolean | undefined; quiet?: boolean | undefined }) {
    this.isQuiet = Boolean(options.quiet);
    this.isLive = Boolean(process.stderr.isTTY) && !this.isQuiet;
  }

  log(text: string): void {
    if (this.isQuiet) return;
    this.clear();
    process.stderr.write(`${text}\n`);
    // A terminal shows a new step at once. A log shows it only when it takes long.
    if (!this.isLive) this.shownAt = performance.now();
  }

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

  /** Prints the result: lines for users, or `value` as JSON. */
  result(lines: readonly string[], value: object): void {
    this.clear();
    if (this.options.json) process.stdout.write(`${JSON.stringify(value)}\n`);
    else if (!this.isQuiet) process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  }

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
