/** Returns the headers of every answer: browsers do not guess types, and use https only for an origin that has it. */
export function headersOfEveryAnswer(origin: string): Record<string, string> {
  const secure = origin.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" };
  return { "X-Content-Type-Options": "nosniff", ...secure };
}

/** Returns an answer to write to a socket that has no ServerResponse. The connection ends with it. @param origin public origin of the server */
export function closingAnswer(status: string, origin: string, headers: Record<string, string> = {}, body = ""): string {
  const fields = { Connection: "close", ...headers, ...headersOfEveryAnswer(origin), "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`;
}
