import { type Answer, DataRefusedError, type FoundLayer } from "@/lib/data-maps/formats/data-file";
import { decodeText } from "@/lib/data-maps/formats/decode-text";
import { describeFiles } from "@/lib/data-maps/formats/describe-files";
import { readFeatures, type TextFormat } from "@/lib/data-maps/formats/read-features";

/** Describes an upload of one file. */
export async function describeOne(path: string, content: string | Buffer, answer: Answer = {}): Promise<FoundLayer | undefined> {
  const bytes = new Uint8Array(Buffer.from(content as string));
  const read = (offset: number, length: number) => Promise.resolve(bytes.subarray(offset, offset + length));
  return (await describeFiles([{ path, size: bytes.length, read }], undefined, { [path]: answer }))[0];
}

/** Reads a file as the viewer does, with what its layer says of it. */
export async function shown(path: string, content: string | Buffer, answer: Answer = {}) {
  const layer = await describeOne(path, content, answer);
  if (!layer || layer.question || layer.format === "gdal") throw new Error(`${path} isn't shown: ${JSON.stringify(layer)}`);
  const text = decodeText(path, new Uint8Array(Buffer.from(content as string)), layer.encoding);
  const { features } = await readFeatures({ ...layer, format: layer.format as TextFormat, text });
  return { layer, features };
}

/** Returns the message of a refusal. */
export const refusal = (path: string, content: string) =>
  describeOne(path, content).then(
    () => "not refused",
    (error: unknown) => (error instanceof DataRefusedError ? error.message : String(error)),
  );
