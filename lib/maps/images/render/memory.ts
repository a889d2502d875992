import { readdir, readFile } from "node:fs/promises";

const LOOK_MS = 400;

interface ProcessMemory {
  parent: number;
  /** Bytes that nobody else has: without what is mapped from files. */
  own: number;
}

/** @returns null for a process that has gone, and on systems without /proc */
async function readProcess(pid: number): Promise<ProcessMemory | null> {
  const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return status === "" ? null : { parent: read("PPid"), own: (read("RssAnon") + read("RssShmem")) * 1024 };
}

/** @returns bytes that a process and all that it has started take; 0 where that cannot be told */
export async function memoryOf(pid: number): Promise<number> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const all = new Map<number, ProcessMemory>();
  for (const one of pids) {
    const found = await readProcess(one);
    if (found) all.set(one, found);
  }
  const belongs = (one: number): boolean => one === pid || (one > 1 && belongs(all.get(one)?.parent ?? 0));
  return [...all].reduce((sum, [one, { own }]) => (belongs(one) ? sum + own : sum), 0);
}

/** Looks again and again at what a process and its children take. @param onExceed called once, when it is more than the limit */
export function watchMemory(pid: number, limit: number, onExceed: () => void): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const taken = await memoryOf(pid);
    if (isStopped) return;
    if (taken > limit) onExceed();
    else timer = setTimeout(() => void look(), LOOK_MS);
  };
  void look();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
