/** Names are decoded this often: more than all programs between a browser and the disk do together. */
const ROUNDS = 4;

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

/** Returns true for a name with an encoded path traversal (`%2e%2e%2f`) or NUL. An encoded separator alone is allowed: `tiles%2F1.png`. */
export function hidesTraversal(name: string): boolean {
  if (!name.includes("%")) return false;
  const decoded = decodeFully(name);
  return decoded.includes("\0") || decoded.split(/[/\\]/).some((part) => part === "." || part === "..");
}
