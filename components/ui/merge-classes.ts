/** Names for what a class sets, where the start of the class doesn't tell. The first match counts; "" sets nothing that others set. */
const kinds: readonly (readonly [kind: string, classes: RegExp])[] = [
  ["display", /^(block|contents|flex|flow-root|grid|hidden|table|inline(-block|-flex|-grid)?)$/],
  ["position", /^(absolute|fixed|relative|sticky|static)$/],
  ["visibility", /^(in)?visible$/],
  ["line", /^(line-through|(no-)?underline)$/],
  ["for-readers", /^(not-)?sr-only$/],
  ["text-size", /^text-(xs|sm|base|lg|\d?xl)$/],
  ["text-align", /^text-(left|center|right)$/],
  ["border-width", /^border(-\d)?$/],
  ["outline-width", /^outline-\d$/],
  ["ring-width", /^ring-\d$/],
  ["typeface", /^font-(mono|sans)$/],
  ["bg-image", /^bg-(linear-|\[repeating-)/],
  ["flex-direction", /^flex-(row|col)$/],
  ["flex-wrap", /^flex-(no)?wrap$/],
  ["", /^(text-balance|border-(collapse|dashed)|bg-\[length|divide-y|outline-none|ring-offset-|@)|!$/],
];

/** The start of a class, such as `min-w` of `min-w-0`. */
const START =
  /^(border-[a-z](?![a-z])|rounded-[a-z](?![a-z])|rounded|(gap|inset|translate|overflow)-[xy](?![a-z])|(min|max|grid|col|row|line|place|scroll|(underline|outline)-(?=offset)|justify-(?=self|items))-?[a-z]+|[a-z]+)/;

/** What a class sets besides its own kind. */
const parts: Readonly<Record<string, string>> = {
  ...{ size: "w h", gap: "gap-x gap-y", overflow: "overflow-x overflow-y", flex: "shrink basis", "text-size": "leading" },
  ...{ p: "px py pt pr pb pl", px: "pr pl", py: "pt pb", m: "mx my mt mr mb ml", mx: "mr ml", my: "mt mb" },
  ...{ inset: "inset-x inset-y top right bottom left", "inset-x": "left right", "inset-y": "top bottom" },
  ...{ "border-width": "border-x border-y border-t border-r border-b border-l", "border-x": "border-r border-l" },
  ...{ "border-y": "border-t border-b", rounded: "rounded-t rounded-r rounded-b rounded-l", "line-clamp": "display overflow" },
};

function kindOf(name: string): string {
  return kinds.find(([, classes]) => classes.test(name))?.[0] ?? START.exec(name.replace(/^-/, ""))?.[0] ?? "";
}

const merged = new Map<string, string>();

function merge(text: string): string {
  const taken = new Set<string>();
  const kept: string[] = [];
  for (const one of text.trim().split(/\s+/).reverse()) {
    const at = one.lastIndexOf(":") + 1;
    const variants = one.slice(0, at);
    const kind = kindOf(one.slice(at)) || one;
    if (taken.has(variants + kind)) continue;
    for (const part of [kind, ...(parts[kind]?.split(" ") ?? [])]) taken.add(variants + part);
    kept.push(one);
  }
  return kept.reverse().join(" ");
}

/** Drops a class if a later one sets the same. It knows only the classes of this product (decision 58). */
export function mergeClasses(text: string): string {
  const known = merged.get(text);
  if (known !== undefined) return known;
  const result = merge(text);
  merged.set(text, result);
  return result;
}
