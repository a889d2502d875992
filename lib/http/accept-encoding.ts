/** Codings that a header names, in lower case, with their weights; what is no number is no permission. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  return weights;
}

/**
 * Reads Accept-Encoding (RFC 9110 §12.5.3).
 * @returns true when the client takes gzip, and likes it no less than the bytes as they are. Without the header, false:
 *   the RFC would allow any coding, but such a client rarely decodes one
 */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  // What nearly every browser sends, judged without a parse.
  if (header.startsWith("gzip, deflate,")) return true;
  const weights = parseWeights(header);
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0;
  return gzip > 0 && gzip >= (weights.get("identity") ?? 0);
}
