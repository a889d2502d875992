const PLAIN = /^[\w.][\w.-]*$/;
/** What a shell interprets between double quotes, and what a screen doesn't show. */
const UNSAFE = /^-|["$`\\!%\p{C}\p{Zl}\p{Zp}]/u;

function baseName(path: string): { stem: string; ending: string } {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  return UNSAFE.test(name) || name.length > 120 ? { stem: "input", ending: UNSAFE.test(ending) ? "" : ending } : { stem, ending };
}

const quote = (name: string) => (PLAIN.test(name) ? name : `"${name}"`);

/**
 * Returns the name of a file as an argument of a command that a message shows. It is safe to paste: a name that a shell would interpret
 * becomes `input`. @param change text after the name, without or with another ending, such as `-4326` or `.pmtiles`
 */
export function commandFile(path: string, change = ""): string {
  const { stem, ending } = baseName(path);
  return quote(change.includes(".") ? `${stem}${change}` : `${stem}${change}${ending}`);
}
