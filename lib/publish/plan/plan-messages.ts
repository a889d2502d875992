import type { FileColumns } from "./file-columns";
import type { Addition, SelectionFacts } from "./file-table";
import type { FolderChanges } from "./match-packs";

/** A pack as the page sends it. */
export interface Pack {
  id: string;
  /** Bytes. */
  size: number;
  /** Numbers of its files, in the order of their bytes. */
  files: Uint32Array;
  /** Address of an upload that has some of it; null when none was begun. */
  uploadUrl: string | null;
}

export interface PackList {
  packs: Pack[];
  /** Addresses of uploads that are of no use any more. */
  dropped: string[];
}

/** What the page asks of the plan's worker, and what it is answered. */
export interface PlanCalls {
  add: { input: FileColumns; output: Addition };
  facts: { input: null; output: SelectionFacts };
  /** Which files a map is made of, by their numbers, and what of their paths is above the map. */
  published: { input: null; output: { numbers: Uint32Array; root: string } };
  /** Uploads these alone, by their paths in the map. The first call forgets those of an earlier time. */
  only: { input: { isFirst: boolean; places: string[] }; output: null };
  /** Makes the packs, with what there is of an earlier plan of this session, and keeps them for later. */
  plan: { input: { sessionId: string; isPacked: boolean }; output: PackList };
  /** How the folder stands to the earlier plan of a session. */
  changes: { input: { sessionId: string }; output: FolderChanges };
  /** Takes the files from the earlier plan of a session, all of whose bytes are on the server. */
  restore: { input: { sessionId: string }; output: PackList };
  /** The body of POST /process-tus-upload. */
  list: { input: { head: object; uploadIds: ReadonlyMap<string, string> }; output: Blob };
}

export type PlanCall = keyof PlanCalls;
export type PlanRequest = { [Call in PlanCall]: { id: number; call: Call; input: PlanCalls[Call]["input"] } }[PlanCall];
export type PlanAnswer = { id: number } & ({ output: PlanCalls[PlanCall]["output"] } | { refusal: string } | { failure: string });
