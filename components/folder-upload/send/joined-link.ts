import type { UploadLink } from "@/components/transfer/transfer-state";

/** In the order in which they speak for all: what a person has to do comes first, then whatever moves. */
const order: readonly UploadLink[] = ["signed-out", "paused", "sending", "offline", "unreachable", "connecting"];

/** How several uploads stand together. */
export function joinLinks(links: Iterable<UploadLink>): UploadLink {
  const all = new Set(links);
  return order.find((link) => all.has(link)) ?? "connecting";
}
