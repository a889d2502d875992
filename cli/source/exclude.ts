/** Converts a pattern to a regular expression. `**` matches any folders; `*` and `?` match within a name. */
function toExpression(pattern: string): string {
  return pattern.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "**/") return "(?:.*/)?";
    if (found === "**") return ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
}

/** Returns a matcher of ignored paths, with the rules of `.gitignore` except `!`. The scan skips the contents of ignored folders. */
export function excluder(patterns: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const rules = patterns
    .map((pattern) => pattern.trim().normalize("NFC"))
    .filter((pattern) => pattern !== "")
    .map((pattern) => {
      const bare = pattern.replace(/\/+$/, "");
      const isName = !bare.includes("/");
      const expression = new RegExp(`^${isName ? "(?:.*/)?" : ""}${toExpression(bare.replace(/^(\.?\/)+/, ""))}$`, "su");
      return { expression, foldersOnly: pattern.endsWith("/") };
    });
  return (path, isFolder) => rules.some(({ expression, foldersOnly }) => (isFolder || !foldersOnly) && expression.test(path));
}
