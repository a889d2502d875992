import { RequestError } from "@/components/shared/request-json";
import type { FileItem } from "@/lib/files/schema";
import type { TrashItem } from "@/lib/files/trash/schema";

/** Up to this many days left are shown as a warning. */
export const FEW_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1_000;

export function daysLeft({ expiresAt }: Pick<TrashItem, "expiresAt">, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / DAY_MS));
}

export function daysLeftText(days: number): string {
  if (days === 0) return "Soon";
  return `${days} ${days === 1 ? "day" : "days"}`;
}

export function deleteQuestion(count: number): string {
  return `Are you sure you want to delete ${count} item(s)? This action cannot be undone.`;
}

export function deletedMessage(count: number): string {
  return `Deleted ${count} item(s) successfully`;
}

export function restoredMessage(restored: readonly { name: string; item: FileItem }[]): string {
  const [first] = restored;
  const renamed = restored.filter(({ name, item }) => item.name !== name);
  if (restored.length === 1 && first) {
    return renamed.length === 0
      ? `Restored “${first.item.path}”.`
      : `Restored as “${first.item.path}” because “${first.name}” already exists.`;
  }
  const count = `Restored ${restored.length} items.`;
  if (renamed.length === 0) return count;
  const names = renamed.map(({ item }) => `“${item.name}”`);
  return `${count} Renamed because names were taken: ${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}.`;
}

export function reasonOf(error: unknown): string {
  if (error instanceof RequestError && error.message) return error.message;
  return error instanceof RequestError && error.status === 0 ? "the server can't be reached" : "something went wrong";
}
