import Negotiator from "negotiator";

/** Returns true when the client prefers gzip (RFC 9110 §12.5.3). Clients without the header rarely decode it. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  // Nearly every browser sends this, so most requests need no parsing.
  if (header.startsWith("gzip, deflate,")) return true;
  // x-gzip is an alias (RFC 9110 §8.4.1.3). An empty weight is invalid and permits nothing.
  const normalized = header
    .toLowerCase()
    .replaceAll("x-gzip", "gzip")
    .replace(/q=(?=\s*(?:[,;]|$))/g, "q=0");
  // Of codings with equal weights, Negotiator prefers the one that the header names first.
  const gzipFirst = normalized.split(",").sort((a, b) => Number(b.includes("gzip")) - Number(a.includes("gzip")));
  const negotiator = new Negotiator({ headers: { "accept-encoding": gzipFirst.join(",") } });
  return negotiator.encodings(["gzip", "identity"])[0] === "gzip";
}
