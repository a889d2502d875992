import { readdirSync, readFileSync } from "node:fs";

export interface RunningProcess {
  pid: number;
  parent: number;
  /** Arguments of the command line. */
  command: string[];
  /** True when the process itself refers to the folder, false when it is only a child of such a process. */
  belongs: boolean;
}

function readProcess(pid: number, marker: string): RunningProcess | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    const [state = "", parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    // A zombie process has already ended.
    if (state === "Z") return undefined;
    const belongs = environment.includes(`DATA_DIR=${marker}`) || command.some((word) => word.startsWith(marker));
    return { pid, parent: Number(parent), command, belongs };
  } catch {
    // The process has ended in the meantime or belongs to another user.
    return undefined;
  }
}

/** Returns processes that refer to the folder in their command line or DATA_DIR, and all their descendants. */
export function listProcesses(dataDir: string): RunningProcess[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name), dataDir) ?? []);
  const found = new Map(all.filter((one) => one.belongs).map((one) => [one.pid, one]));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const one of all) if (found.has(one.parent)) found.set(one.pid, one);
  }
  return [...found.values()];
}
