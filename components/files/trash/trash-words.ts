import { RequestError } from "@/components/shared/request-json";
import type { FileItem } from "@/lib/files/schema";
import type { TrashItem } from "@/lib/files/trash/schema";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Days that are left, begun ones counted. @param now milliseconds since 1970 */
export function daysLeft({ expiresAt }: Pick<TrashItem, "expiresAt">, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / DAY_MS));
}

/** `1 day`, `30 days`; "Soon" for what may go at any moment. */
export function daysLeftText(days: number): string {
  if (days === 0) return "Soon";
  return `${days} ${days === 1 ? "day" : "days"}`;
}

/** Spec 001 §5, word for word. */
export function deleteQuestion(count: number): string {
  return `Are you sure you want to delete ${count} item(s)? This action cannot be undone.`;
}

/** Spec 001 §8. */
export function deletedMessage(count: number): string {
  return `Deleted ${count} item(s) successfully`;
}

/** What has come back, and under which names when their own were taken. @param restored each with the name that it had */
export function restoredMessage(restored: readonly { name: string; item: FileItem }[]): string {
  const [first] = restored;
  const renamed = restored.filter(({ name, item }) => item.name !== name);
  if (restored.length === 1 && first) {
    return renamed.length === 0
      ? `Restored “${first.item.path}”.`
      : `Restored as “${first.item.path}”, since another “${first.name}” is there now.`;
  }
  const count = `Restored ${restored.length} items.`;
  if (renamed.length === 0) return count;
  const names = renamed.map(({ item }) => `“${item.name}”`);
  return `${count} Names that were taken: now ${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}.`;
}

/** What the server says of a call that failed, or what is known without it. */
export function reasonOf(error: unknown): string {
  if (error instanceof RequestError && error.message) return error.message;
  return error instanceof RequestError && error.status === 0 ? "the server cannot be reached" : "something went wrong";
}
