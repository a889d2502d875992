import { contentName } from "../../lib/trees/slices/content-name";
import type { Pack } from "../../lib/upload-client/plan/plan-packs";
import type { FolderFile } from "../../lib/upload-client/send/byte-source";
import type { DiskFile } from "../source/disk-file";
import type { HashCache } from "../state/hash-cache";

export interface SentPacks {
  packs: readonly Pack[];
  files: readonly FolderFile<DiskFile>[];
  uploadIds: ReadonlyMap<string, string>;
  /** SHA-256 of files that were read as a whole. */
  hashes: ReadonlyMap<DiskFile, string>;
}

/** Remembers hashes of sent files, so that the next push reads neither these files nor those on the server. */
export function rememberSent({ packs, files, uploadIds, hashes }: SentPacks, known: HashCache): void {
  for (const pack of packs) {
    const blobKey = uploadIds.get(pack.id);
    let offset = 0;
    for (const number of pack.files) {
      const file = files[number]?.file;
      const sha256 = file && hashes.get(file);
      if (blobKey && sha256) {
        known.set(contentName({ blobKey, offset, size: file.size }), sha256);
        if (file.state) known.set(file.state, sha256);
      }
      offset += file?.size ?? 0;
    }
  }
}
