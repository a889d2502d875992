/** So often a name is decoded: more often than everybody on its way together would. */
const ROUNDS = 4;

/** What is left of a name when everybody on its way who might decode it has done so. */
export function decodeFully(name: string): string {
  let text = name;
  for (let round = 0; round < ROUNDS; round += 1) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      return text;
    }
    if (decoded === text) return text;
    text = decoded;
  }
  return text;
}

/**
 * True of a name that leads elsewhere once it is decoded: it hides a step (`%2e%2e%2f`) or NUL. A hidden separator alone leads
 * nowhere: programs that save web sites call files `tiles%2F1.png`.
 */
export function hidesStep(name: string): boolean {
  if (!name.includes("%")) return false;
  const decoded = decodeFully(name);
  return decoded.includes("\0") || decoded.split(/[/\\]/).some((part) => part === "." || part === "..");
}
