import type { DataFile } from "../data-maps/formats/data-file";
import type { LocalFile } from "./send/byte-source";

/** Returns the file in the form that the readers of map data take. @param path from the top of the map */
export function toDataFile(path: string, file: LocalFile): DataFile {
  return {
    path,
    size: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
}

/** Returns the sentence above the list of layers. */
export function layersMessage(count: number): string {
  return `No index.html. Sea-Vision will make a map of ${count.toLocaleString("en-US")} ${count === 1 ? "layer" : "layers"}`;
}
