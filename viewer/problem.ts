import type { MapLayer } from "../lib/data-maps/schema";
import { FORMAT_LABELS } from "../lib/data-maps/values";

const STATUS = /\((\d{3})\)|(?:code|answered):? (\d{3})/;
const NO_INDEX = /no index found/i;
const OFFLINE = /failed to fetch|networkerror|load failed/i;

function findReason({ format }: Pick<MapLayer, "format">, message: string): string {
  const [, bracketed, plain] = STATUS.exec(message) ?? [];
  const status = bracketed ?? plain;
  if (status === "404") return "The file is missing.";
  if (status === "401" || status === "403") return "You can't open it any more. Reload the page.";
  if (status !== undefined && status !== "416") return `The server answered ${status}. Reload the page.`;
  if (OFFLINE.test(message)) return "The connection failed. Reload the page.";
  if (NO_INDEX.test(message)) return "It has no spatial index. Write it again with one, such as with ogr2ogr.";
  return `It is damaged, or it isn't ${FORMAT_LABELS[format]}.`;
}

/** Says why a layer isn't shown, and what to do. Libraries report it in words for programmers. */
export function describeProblem(layer: Pick<MapLayer, "file" | "format">, error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return name === "DataRefusedError" ? message : `${layer.file} can't be read: ${findReason(layer, message)}`;
}
