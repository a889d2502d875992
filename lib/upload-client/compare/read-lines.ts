/** Yields the parsed lines of NDJSON; skips empty ones. @throws SyntaxError for an incomplete line; TypeError for a lost connection */
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
