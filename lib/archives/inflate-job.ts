import type { BlobKey } from "../blobs/store";
import type { ParserJob } from "../jobs/parser-job";
import { type ParserOptions, streamFromParser } from "../jobs/parser-process";
import type { TableEntry } from "./entry-table";
import { DamagedBytesError } from "./inflate-entry";
import { openEntry } from "./open-entry";
import { SequentialReader } from "./sequential-reader";

export interface Member {
  entry: TableEntry;
  /** Where the next entry of the archive begins. */
  end: number;
}

export interface MembersInput {
  key: BlobKey;
  /** Where the directory of the archive begins. */
  dataEnd: number;
  /** In the order of their bytes. */
  members: readonly Member[];
}

export const inflateJob: ParserJob<MembersInput, { ordinal: number; damage: string } | null> = {
  name: "archives.inflate",
  async run({ key, dataEnd, members }, { store, write }) {
    const reader = new SequentialReader(store, key, dataEnd, new AbortController().signal);
    for (const { entry, end } of members) {
      try {
        for await (const bytes of openEntry(reader, entry, end)) await write(bytes);
      } catch (error) {
        if (!(error instanceof DamagedBytesError)) throw error;
        return { ordinal: entry.ordinal, damage: error.damage };
      }
    }
    return null;
  },
};

/** Inflates members of an archive in a parser process, one after another, and checks them. @throws DamagedBytesError */
export async function* inflateMembers(input: MembersInput, options: ParserOptions): AsyncGenerator<Buffer, void, undefined> {
  const damaged = yield* streamFromParser(inflateJob, input, options);
  if (damaged) throw new DamagedBytesError(damaged.damage, damaged.ordinal);
}
