const LINE_EVERY_MS = 5_000;

/** Says now and then how far a long copy has come. */
export class Progress {
  private done = 0;
  private lastLine = performance.now();

  constructor(private readonly total: number) {}

  add(bytes: number): void {
    this.done += bytes;
    if (performance.now() - this.lastLine < LINE_EVERY_MS) return;
    this.lastLine = performance.now();
    const percent = this.total > 0 ? Math.min(100, Math.floor((this.done / this.total) * 100)) : 100;
    process.stdout.write(`  ${describeBytes(this.done)} of ${describeBytes(this.total)} (${percent} %)\n`);
  }
}

export function describeBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
