/**
 * The lines of NDJSON as they arrive, parsed; empty ones only show that more is to come.
 * @throws SyntaxError for a line that is no JSON, as when the answer was cut off; TypeError when the connection was
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield JSON.parse(line);
    }
    rest += decoder.decode();
    if (rest !== "") yield JSON.parse(rest);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
