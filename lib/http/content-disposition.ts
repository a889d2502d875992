/** What may stand in `filename*` as it is (RFC 8187 §3.2.1); encodeURIComponent leaves some more. */
const encodeValue = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Value of a Content-Disposition header under which a browser saves a file (RFC 6266).
 * @param name of the file; what is not ASCII travels beside a stand-in for those who cannot read it
 */
export function contentDisposition(type: "attachment" | "inline", name: string): string {
  const whole = name.replace(/\p{Surrogate}/gu, "\ufffd");
  const ascii = whole.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const extended = ascii === whole ? "" : `; filename*=UTF-8''${encodeValue(whole)}`;
  return `${type}; filename="${ascii}"${extended}`;
}
