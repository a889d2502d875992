/** Inflates gzip, or the deflated data of a ZIP. @throws RangeError for more bytes than `most`, before they are in memory; TypeError for damaged data */
export async function inflateBounded(data: ArrayBuffer, most: number, format: "gzip" | "deflate-raw" = "gzip"): Promise<ArrayBuffer> {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError(`The data inflates to more than ${most} bytes.`);
    }
    chunks.push(next.value);
  }
  return await new Blob(chunks).arrayBuffer();
}
