import { readFileSync } from "node:fs";
import path from "node:path";
import type { Product } from "../../tests/integration/supervisor/product";

const SAMPLE_MS = 50;
/** Interval between two lists of processes. */
const LOOK_MS = 1_000;

/** Memory of all processes with the same name, in bytes. */
export interface Watched {
  name: string;
  /** Number of processes in all. */
  processes: number;
  /** The most memory of one process in any sample. */
  mostResident: number;
  /** The peak of one process by the system's own count, which includes the time between samples. */
  peak: number;
}

interface Sample {
  resident: number;
  peak: number;
}

function sample(pid: number): Sample | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const bytesOf = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) * 1024;
    return { resident: bytesOf("VmRSS"), peak: bytesOf("VmHWM") };
  } catch {
    // The process has ended.
    return null;
  }
}

/** The part of a command line that distinguishes the product's processes. */
function nameOf(command: readonly string[]): string {
  // Chromium's processes write their whole command line into the first argument.
  const program = path.basename((command[0] ?? "").split(" ")[0] ?? "");
  if (program.startsWith("postgres")) return "PostgreSQL";
  const script = program === "node" ? command.findLast((word) => /\.m?js$/.test(word)) : undefined;
  return script ? path.parse(script).name : program;
}

/** Watches every process of the product, also those that start and end meanwhile. */
export class MemoryWatch {
  private readonly found = new Map<number, { name: string } & Sample>();
  private readonly timers: NodeJS.Timeout[];

  constructor(private readonly product: Product) {
    this.look();
    this.timers = [setInterval(() => this.look(), LOOK_MS), setInterval(() => this.sampleAll(), SAMPLE_MS)];
  }

  /** Memory by process name. */
  stop(): Watched[] {
    for (const timer of this.timers) clearInterval(timer);
    this.sampleAll();
    const byName = new Map<string, Watched>();
    for (const { name, resident, peak } of this.found.values()) {
      const before = byName.get(name) ?? { name, processes: 0, mostResident: 0, peak: 0 };
      const { processes } = before;
      const [mostResident, most] = [Math.max(before.mostResident, resident), Math.max(before.peak, peak)];
      byName.set(name, { name, processes: processes + 1, mostResident, peak: most });
    }
    return [...byName.values()].toSorted((one, other) => other.peak - one.peak);
  }

  private look(): void {
    for (const { pid, command } of this.product.processes()) {
      if (!this.found.has(pid)) this.found.set(pid, { name: nameOf(command), resident: 0, peak: 0 });
    }
    this.sampleAll();
  }

  private sampleAll(): void {
    for (const [pid, before] of this.found) {
      const now = sample(pid);
      if (!now) continue;
      before.resident = Math.max(before.resident, now.resident);
      before.peak = Math.max(before.peak, now.peak);
    }
  }
}
