/** Consecutive bytes of a representation, in the shape of a blob's ByteSlice. */
export interface ByteRange {
  offset: number;
  length: number;
}

const singleRange = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/** Parses a Range header (RFC 9110 §14.2). Several ranges, a known denial-of-service risk, are "whole". Decision record 0040. */
export function parseRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const match = header === undefined ? null : singleRange.exec(header);
  if (!match) return "whole";
  const [, first = "", last = ""] = match;
  if (first === "") return last === "" ? "whole" : suffix(Number(last), size);
  const offset = Number(first);
  const end = last === "" ? Number.POSITIVE_INFINITY : Number(last);
  if (end < offset) return "whole";
  if (offset >= size) return "unsatisfiable";
  return { offset, length: Math.min(end, size - 1) - offset + 1 };
}

function suffix(length: number, size: number): ByteRange | "whole" | "unsatisfiable" {
  if (length === 0) return "unsatisfiable";
  // The range is satisfiable, but Content-Range can't describe an empty one.
  if (size === 0) return "whole";
  const available = Math.min(length, size);
  return { offset: size - available, length: available };
}

export function contentRange({ offset, length }: ByteRange, size: number): string {
  return `bytes ${offset}-${offset + length - 1}/${size}`;
}
