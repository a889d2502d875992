/**
 * Encodings of names whose archive declares none: the code pages of DOS and Windows. The order is their rank among equals: code page 437
 * is last, because its letters are in the others too.
 */
export const nameEncodings = [
  "utf-8",
  "shift_jis",
  "gbk",
  "big5",
  "euc-kr",
  "cp850",
  "cp852",
  "cp866",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "cp437",
] as const;
export type NameEncoding = (typeof nameEncodings)[number];

/** Other names of these encodings that clients may use. */
export const nameEncodingAliases = {
  cp932: "shift_jis",
  cp936: "gbk",
  cp949: "euc-kr",
  cp950: "big5",
  ibm866: "cp866",
} as const satisfies Record<string, NameEncoding>;

/** Returns the encoding of a name or an alias, or null. */
export function toNameEncoding(text: string | null): NameEncoding | null {
  const isAlias = (name: string | null): name is keyof typeof nameEncodingAliases =>
    name !== null && Object.hasOwn(nameEncodingAliases, name);
  const name = isAlias(text) ? nameEncodingAliases[text] : text;
  return nameEncodings.find((encoding) => encoding === name) ?? null;
}

export const nameEncodingLabels: Readonly<Record<NameEncoding, string>> = {
  "utf-8": "Unicode (UTF-8)",
  shift_jis: "Japanese (Shift JIS)",
  gbk: "Simplified Chinese (GBK)",
  big5: "Traditional Chinese (Big5)",
  "euc-kr": "Korean (EUC-KR)",
  cp850: "Western European (CP850)",
  cp852: "Central European (CP852)",
  cp866: "Cyrillic (CP866)",
  "windows-1252": "Western European (Windows-1252)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1251": "Cyrillic (Windows-1251)",
  cp437: "English (CP437)",
};

/** The characters of bytes 0x80 to 0xff. TextDecoder lacks the code pages of DOS, and some releases of Node decode windows-1252 as Latin-1. */
const upperHalves: Readonly<Partial<Record<NameEncoding, string>>> = {
  cp437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
  "windows-1252": `€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ${String.fromCharCode(...Array.from({ length: 0x60 }, (_, index) => 0xa0 + index))}`,
};

/** Bytes that an encoding leaves undefined become these, in some decoders: C1 control characters, private use, U+FFFD. */
const UNDEFINED = /[\u0080-\u009f\ue000-\uf8ff\ufffd]/;
interface PairRule {
  /** First and last pairs of bytes. */
  ranges: readonly (readonly [first: number, last: number])[];
  /** Smallest second byte. */
  trail: number;
}

/** The pairs that the decoders of browsers and Node have in common, without the extensions that only some of them know. */
const pairRules: Readonly<Partial<Record<NameEncoding, PairRule>>> = {
  gbk: { ranges: [[0x8140, 0xfefe]], trail: 0x40 },
  // biome-ignore format: a range a line says less
  big5: { ranges: [[0xa140, 0xc67e], [0xc940, 0xf9d5]], trail: 0x40 },
  "euc-kr": { ranges: [[0xa1a1, 0xfefe]], trail: 0xa1 },
};

function followsRule(bytes: Uint8Array, { ranges, trail }: PairRule): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    at += 1;
    const second = bytes[at] ?? 0;
    const pair = lead * 0x100 + second;
    if (second < trail || !ranges.some(([first, last]) => pair >= first && pair <= last)) return false;
  }
  return true;
}

const decoders = new Map<NameEncoding, TextDecoder>();

function decoderOf(encoding: NameEncoding): TextDecoder {
  const label = encoding === "cp866" ? "ibm866" : encoding;
  const decoder = decoders.get(encoding) ?? new TextDecoder(label, { fatal: true, ignoreBOM: true });
  decoders.set(encoding, decoder);
  return decoder;
}

/** Decodes bytes below 0x80. Those below 0x20 remain control characters, which the rules refuse. */
export function decodeAscii(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function decodeByTable(bytes: Uint8Array, upperHalf: string): string {
  let text = "";
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (upperHalf[byte - 0x80] ?? "");
  return text;
}

/** Decodes the bytes of a name, alike in browsers and on the server. Null when the encoding does not define all of them. */
export function decodeName(bytes: Uint8Array, encoding: NameEncoding): string | null {
  const rule = pairRules[encoding];
  if (rule && !followsRule(bytes, rule)) return null;
  const upperHalf = upperHalves[encoding];
  try {
    const text = upperHalf === undefined ? decoderOf(encoding).decode(bytes) : decodeByTable(bytes, upperHalf);
    return encoding !== "utf-8" && UNDEFINED.test(text) ? null : text;
  } catch {
    return null;
  }
}
