import { holdUpload } from "@/components/publish/controller/upload-lock";
import type { ChosenFolder } from "@/components/publish/source/folder/chosen-folder";
import { browserHost } from "@/components/transfer/browser-host";
import type { Pack } from "@/lib/publish/plan/plan-messages";
import { randomId } from "@/lib/publish/random-id";
import { PackSource } from "@/lib/publish/send/pack-source";
import { type FleetEvents, PackFleet } from "@/lib/publish/send/pack-uploader";
import { discardUploads, packMetadata, toUploadIds } from "@/lib/publish/send/uploads";
import type { UploadTarget } from "@/lib/publish/target";
import { ChunkReader } from "./send/chunk-reader";
import type { FolderSession } from "./sessions/folder-database";
import { keepProgress, keepSession } from "./sessions/folder-sessions";

/** What is sent of a folder, and where to. */
export interface Consignment {
  session: FolderSession;
  /** As the person calls it. */
  name: string;
  packs: readonly Pack[];
  uploadsAtATime: number;
}

export interface SendingEvents extends Pick<FleetEvents, "onLink" | "onTotals" | "onRestart" | "onFailed"> {
  /** Every byte is on the server: ids of the uploads by the ids of the packs. */
  onDone: (uploadIds: ReadonlyMap<string, string>) => void;
}

/** The bytes of a folder on their way. What the server has of them is written down as it comes. */
export class FolderSending {
  private readonly reader = new ChunkReader();
  private readonly fleet: PackFleet;

  constructor(
    private readonly consignment: Consignment,
    folder: ChosenFolder,
    events: SendingEvents,
  ) {
    const { session, name, packs, uploadsAtATime } = consignment;
    this.fleet = new PackFleet(
      {
        host: browserHost,
        packs,
        uploadsAtATime,
        accountId: session.accountId,
        open: ({ files }) => new PackSource(folder.filesOf(files), this.reader),
        metadataOf: ({ files }, source) => packMetadata(name, files.length, source.fileAt(0)),
      },
      {
        ...events,
        onAddress: (pack, uploadUrl) => this.note(pack, uploadUrl, false),
        onPackDone: (pack, uploadUrl) => this.note(pack, uploadUrl, true),
        onDone: (addresses) => {
          this.reader.close();
          events.onDone(toUploadIds(addresses));
        },
      },
    );
  }

  /** @returns false when another tab is sending this very folder */
  async start(signal: AbortSignal): Promise<boolean> {
    const { session, name } = this.consignment;
    const isHeld = await holdUpload({ ...session, file: { name, size: session.byteCount } }, signal);
    if (!isHeld || signal.aborted) return isHeld;
    await keepSession(session);
    this.fleet.start();
    return true;
  }

  pause(): Promise<void> {
    return this.fleet.pause();
  }

  resume(): void {
    this.fleet.start();
  }

  /** Ends it here; the server keeps what it has. */
  async stop(): Promise<void> {
    await this.fleet.stop();
    this.reader.close();
  }

  /** Ends it, and deletes what the server has. */
  async cancel(): Promise<void> {
    const addresses = await this.fleet.cancel();
    this.reader.close();
    await discardUploads(browserHost, addresses);
  }

  private note({ id, size }: Pack, uploadUrl: string, isDone: boolean): void {
    void keepProgress({ sessionId: this.consignment.session.id, packId: id, size, uploadUrl, isDone });
  }
}

/** What an upload of this folder into this project is kept as. */
export function newSession(accountId: string, target: UploadTarget, folder: Pick<ChosenFolder, "folderName" | "handle">): FolderSession {
  const { folderName, handle } = folder;
  const id = randomId();
  return {
    id,
    accountId,
    target,
    folderName,
    handle,
    fileCount: 0,
    byteCount: 0,
    packCount: 0,
    createdAt: Date.now(),
    isHandedOver: false,
  };
}
