/** In this order: of what somebody is called, of what is in brackets or quotes, of numbers. */
const firstSigns = [/^\p{L}\p{M}*/u, /\p{L}\p{M}*/u, /\p{N}/u];

/** First letters of the first and last word of a name, in capitals; "?" when it has neither letters nor numbers. */
export function initialsOf(name: string): string {
  const words = name.normalize("NFC").split(/\s+/u);
  for (const sign of firstSigns) {
    const signs = words.flatMap((word) => sign.exec(word)?.[0] ?? []);
    const [first, ...others] = signs;
    if (first) return `${first}${others.at(-1) ?? ""}`.toUpperCase();
  }
  return "?";
}
