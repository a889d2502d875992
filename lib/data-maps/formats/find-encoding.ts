const SAMPLE_BYTES = 64 * 1024;
/** Percent. chardet gives encodings that fit any bytes 10. */
const SURE_ENOUGH = 15;
/** Few letters of the names of places in Europe fit several encodings. Percent. */
const CLEARLY_BETTER = 12;
/** Tables and XML of offices and GPS devices are mostly in this one. It has letters where iso-8859-1 has control characters. */
const USUAL = "windows-1252";
/** Encodings of single bytes for which chardet has frequencies, and of East Asia. */
const GUESSED = /^(windows-125\d|iso-8859-[2-9]|koi8-r|shift_jis|euc-jp|euc-kr|gb18030|big5)$/;
const XML_ENCODING = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** Returns the encoding that XML declares, if TextDecoder knows it. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const label = XML_ENCODING.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 300)))?.[1];
  try {
    const { encoding } = new TextDecoder(label);
    // What can be read as single bytes isn't UTF-16.
    return label === undefined || encoding.startsWith("utf-") ? null : encoding;
  } catch {
    return null;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

async function guessEncoding(bytes: Uint8Array): Promise<string> {
  const { analyse } = await import("chardet");
  const start = bytes.findIndex((byte) => byte > 0x7f);
  const matches = analyse(bytes.subarray(Math.max(0, start - SAMPLE_BYTES / 4), start + SAMPLE_BYTES));
  const [best] = matches.filter(({ confidence }) => confidence >= SURE_ENOUGH);
  const usual = matches.find(({ name }) => /^(iso-8859-1|windows-1252)$/i.test(name))?.confidence ?? 0;
  const name = best?.name.toLowerCase() ?? "";
  return best && GUESSED.test(name) && best.confidence > usual + CLEARLY_BETTER ? name : USUAL;
}

/** Returns the encoding of a text file: as its mark or its XML declaration says, else UTF-8, else the likeliest one. */
export async function findEncoding(bytes: Uint8Array): Promise<string> {
  const marked = markedEncoding(bytes) ?? declaredEncoding(bytes);
  if (marked !== null) return marked;
  return isUtf8(bytes) ? "utf-8" : await guessEncoding(bytes);
}
