export type ChangeKind = "added" | "changed" | "removed";

interface ChangeLook {
  sign: string;
  label: string;
  adjective: string;
  ink: string;
}

export const changeKinds: readonly ChangeKind[] = ["added", "changed", "removed"];

export const changeLooks: Readonly<Record<ChangeKind, ChangeLook>> = {
  added: { sign: "+", label: "New", adjective: "new", ink: "text-gain-ink" },
  changed: { sign: "~", label: "Changed", adjective: "changed", ink: "text-warning-ink" },
  removed: { sign: "−", label: "Removed", adjective: "removed", ink: "text-danger-ink" },
};

/** Returns a count such as "1 new file" or "1,340 changed files". */
export function changedFiles(kind: ChangeKind, count: number): string {
  return `${count.toLocaleString("en-US")} ${changeLooks[kind].adjective} ${count === 1 ? "file" : "files"}`;
}
