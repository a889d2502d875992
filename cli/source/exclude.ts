/** What in a pattern is not itself. `**` stands for any folders, `*` and `?` for what is within a name. */
function toExpression(pattern: string): string {
  return pattern.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "**/") return "(?:.*/)?";
    if (found === "**") return ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
}

/**
 * Which files and folders are left out, as `.gitignore` writes it but for `!`: a pattern without a slash is a name anywhere,
 * one with a slash is a path from the folder's top; one that ends with a slash means folders only.
 * @returns tells of a path whether it is left out; what is in a folder that is left out is not asked for
 */
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
