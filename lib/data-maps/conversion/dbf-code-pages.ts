import { encodingExists } from "iconv-lite";

/** Code pages by the language driver in byte 29 of a header, as dBASE, FoxPro and ArcGIS write it. 0x57 is any code page of Windows. */
const byCodePage: Readonly<Record<number, readonly number[]>> = {
  437: [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b],
  737: [0x6a, 0x86],
  850: [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37],
  852: [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87],
  857: [0x6b, 0x88],
  860: [0x24],
  861: [0x67],
  863: [0x1c, 0x6c],
  865: [0x08, 0x17, 0x66],
  866: [0x26, 0x65],
  874: [0x50, 0x7c],
  932: [0x13, 0x7b],
  936: [0x4d, 0x7a],
  949: [0x4e, 0x79],
  950: [0x4f, 0x78],
  1250: [0xc8],
  1251: [0xc9],
  1252: [0x03, 0x58, 0x59],
  1253: [0xcb],
  1254: [0xca],
  1257: [0xcc],
};

const byLanguageDriver = new Map(Object.entries(byCodePage).flatMap(([page, drivers]) => drivers.map((driver) => [driver, `cp${page}`])));

/** Returns the encoding of a language driver, as iconv-lite names it, or null. */
export function encodingOfLanguageDriver(driver: number): string | null {
  return byLanguageDriver.get(driver) ?? null;
}

/** Returns the encoding that a `.cpg` file names, such as `UTF-8`, `1252`, `ANSI 1252`, `ISO 88591` or `LDID/87`, or null. */
export function encodingOfCpg(text: string): string | null {
  const name = text.trim().toLowerCase();
  if (/^utf-?8$|65001/.test(name)) return "utf-8";
  const driver = /^ldid\/(\d+)/.exec(name);
  if (driver) return encodingOfLanguageDriver(Number(driver[1]));
  const part = /8859[-_ ]?(\d{1,2})$/.exec(name)?.[1];
  if (part === "1") return "cp1252";
  const encoding = part ? `iso-8859-${part}` : name.replace(/^.*?(\d{3,5})$/, "cp$1");
  return encoding !== "" && encodingExists(encoding) ? encoding : null;
}
