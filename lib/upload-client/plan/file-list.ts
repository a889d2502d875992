import type { FileTable } from "./file-table";

interface SentPack {
  uploadId: string;
  files: Uint32Array;
}

const FILES_PER_PART = 5_000;

/** Yields the body of POST /process-tus-upload in small parts. @param head everything except `files` */
export function* writeFileList(head: object, table: FileTable, packs: readonly SentPack[]): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  let part: string[] = [];
  let isFirst = true;
  for (const entry of entriesOf(table, packs)) {
    part.push(JSON.stringify(entry));
    if (part.length < FILES_PER_PART) continue;
    yield (isFirst ? "" : ",") + part.join(",");
    isFirst = false;
    part = [];
  }
  yield (isFirst || part.length === 0 ? "" : ",") + part.join(",");
  yield "]}";
}

function* entriesOf(table: FileTable, packs: readonly SentPack[]) {
  for (const { uploadId, files } of packs) {
    let offset = 0;
    for (const number of files) {
      const relativePath = table.placeOf(number);
      const size = table.sizes[number] ?? 0;
      const name = relativePath.slice(relativePath.lastIndexOf("/") + 1);
      const lastModified = Math.trunc(table.times[number] ?? 0);
      // A file sent alone has no offset.
      yield files.length === 1
        ? { uploadId, relativePath, name, size, lastModified }
        : { uploadId, relativePath, name, size, offset, lastModified };
      offset += size;
    }
  }
}
