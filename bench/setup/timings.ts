type Row = Record<"least ms" | "p50 ms" | "p95 ms" | "KB", string>;

const percentile = (sorted: number[], part: number) => (sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN).toFixed(1);

/** The first requests open connections and plan queries. */
const WARM_UP = 5;

/** Measures sequential requests, and returns rows for console.table. */
export class Timings {
  readonly table: Record<string, Row> = {};

  /** @throws Error for a status other than 200 */
  async measure(what: string, times: number, ask: () => Promise<Response>): Promise<void> {
    const took: number[] = [];
    let bytes = 0;
    for (let n = -WARM_UP; n < times; n += 1) {
      const start = performance.now();
      const answer = await ask();
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${text}`);
      if (n >= 0) took.push(performance.now() - start);
      bytes = text.length;
    }
    took.sort((a, b) => a - b);
    this.table[what] = {
      "least ms": percentile(took, 0),
      "p50 ms": percentile(took, 0.5),
      "p95 ms": percentile(took, 0.95),
      KB: (bytes / 1000).toFixed(0),
    };
  }
}
