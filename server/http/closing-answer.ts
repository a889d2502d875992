/** Returns the header that makes browsers use https only. Empty for an origin on plain http. */
export function transportSecurity(origin: string): Record<string, string> {
  return origin.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {};
}

/** Returns an answer to write to a socket that has no ServerResponse. The connection ends with it. @param origin public origin of the server */
export function closingAnswer(status: string, origin: string, headers: Record<string, string> = {}, body = ""): string {
  const fields = { Connection: "close", ...headers, ...transportSecurity(origin), "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`;
}
