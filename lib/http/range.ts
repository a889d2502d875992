/** A run of bytes of a representation; has the shape of a blob's ByteSlice. */
export interface ByteRange {
  /** First byte, from 0. */
  offset: number;
  /** Number of bytes, at least one. */
  length: number;
}

const singleRange = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * Reads a Range header (RFC 9110 §14.2). Several ranges in one header are answered with the whole, as the RFC allows:
 * nothing that shows maps asks for them, and their answers are a known way to make a server work hard.
 * @param size bytes of the whole representation
 * @returns the range, "whole" when the header says nothing that binds us, or "unsatisfiable" (416)
 */
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
  // The last bytes of nothing are satisfiable, but no Content-Range can say so.
  if (size === 0) return "whole";
  const taken = Math.min(length, size);
  return { offset: size - taken, length: taken };
}

/** Value of the Content-Range header of a 206. */
export function contentRange({ offset, length }: ByteRange, size: number): string {
  return `bytes ${offset}-${offset + length - 1}/${size}`;
}
