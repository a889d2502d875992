import type { PublishHost } from "../host";
import { CHUNK_BYTES } from "../limits";
import type { Pack } from "../plan/plan-packs";
import type { PackProgress } from "../plan/plan-store";
import type { LocalFile } from "./byte-source";
import type { ConnectionState } from "./connection-state";
import { JoinedConnection } from "./connection-state";
import { PackProgressMeter, type PackTotals } from "./pack-progress";
import type { PackSource } from "./pack-source";
import { TusTransfer } from "./tus-transfer";

interface PackEvents {
  /** Called with the upload URL of a pack, before each of its chunks is sent, and after its last byte. */
  onAddress: (pack: Pack, progress: Pick<PackProgress, "uploadUrl" | "isDone" | "ranges">) => void;
  onConnection: (link: ConnectionState) => void;
  onTotals: (totals: PackTotals) => void;
  /** Called when the server has lost the bytes of a pack, which starts over. */
  onRestart: () => void;
  onDone: (uploadUrls: ReadonlyMap<string, string>) => void;
  /** Called at once for a file that was changed, moved or deleted. The other packs go on. */
  onUnreadable: (file: string) => void;
  /** @param files that caused the failure, after all other packs; empty for another reason */
  onFailed: (files: readonly string[], reason: string) => void;
}

interface PackUploaderInput {
  host: Omit<PublishHost, "call">;
  packs: readonly Pack[];
  accountId: string;
  open: (pack: Pack) => PackSource<LocalFile>;
  metadataOf: (pack: Pack, source: PackSource<LocalFile>) => Record<string, string>;
  uploadsAtATime: number;
}

/** Sends several packs concurrently. Each transfer handles its own interruptions. */
export class PackUploader {
  private readonly waiting: Pack[];
  private readonly running = new Map<string, TusTransfer>();
  private readonly links: JoinedConnection;
  private readonly addresses = new Map<string, string>();
  private readonly progress: PackProgressMeter;
  private isPaused = false;
  private isOver = false;
  private readonly unreadable: string[] = [];
  private reason = "";

  constructor(
    private readonly input: PackUploaderInput,
    private readonly events: PackEvents,
  ) {
    this.waiting = [...input.packs];
    this.links = new JoinedConnection(events.onConnection);
    this.progress = new PackProgressMeter(input.packs, events.onTotals);
    for (const { id, uploadUrl } of input.packs) if (uploadUrl) this.addresses.set(id, uploadUrl);
  }

  start(): void {
    this.isPaused = false;
    this.links.release();
    for (const transfer of this.running.values()) transfer.start();
    this.fill();
  }

  async pause(): Promise<void> {
    this.isPaused = true;
    this.links.hold();
    await Promise.all(Array.from(this.running.values(), (transfer) => transfer.pause()));
    this.links.settle();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(Array.from(this.running.values(), (transfer) => transfer.stop()));
  }

  /** @returns URLs of the uploads on the server */
  async cancel(): Promise<string[]> {
    await this.stop();
    return Array.from(this.addresses.values());
  }

  private fill(): void {
    while (!this.isOver && !this.isPaused && this.running.size < this.input.uploadsAtATime) {
      const pack = this.waiting.shift();
      if (!pack) break;
      this.send(pack);
    }
    if (this.isOver || this.running.size > 0 || this.waiting.length > 0) return;
    this.isOver = true;
    if (this.unreadable.length > 0) this.events.onFailed(this.unreadable, this.reason);
    else this.events.onDone(this.addresses);
  }

  private send(pack: Pack): void {
    const { id, uploadUrl } = pack;
    const { host, accountId } = this.input;
    const source = this.input.open(pack);
    const metadata = this.input.metadataOf(pack, source);
    const note = (url: string, isDone: boolean) => {
      this.addresses.set(id, url);
      this.events.onAddress(pack, { uploadUrl: url, isDone, ranges: source.sent });
    };
    source.sent = pack.sent ?? [];
    source.onSent = () => this.isOver || note(this.addresses.get(id) ?? "", false);
    const transfer = new TusTransfer(
      { host, source, metadata, uploadUrl, accountId, chunkBytes: CHUNK_BYTES },
      {
        onAddress: (url) => url !== this.addresses.get(id) && note(url, false),
        onConnection: (link) => this.links.note(id, link),
        onBytes: (bytes) => this.progress.note(id, bytes, source),
        onRestart: () => this.events.onRestart(),
        onDone: (url) => {
          note(url, true);
          this.finish(pack);
        },
        onFailed: (reason) => this.fail(id, source.unreadable, reason),
      },
    );
    source.onUnreadable = ({ message }) => this.fail(id, source.unreadable, message);
    this.running.set(id, transfer);
    transfer.start();
  }

  private finish(pack: Pack): void {
    this.running.delete(pack.id);
    this.progress.finish(pack);
    this.fill();
    if (!this.isOver) this.links.drop(pack.id);
  }

  /** Ends only the pack of an unreadable file, and otherwise everything. */
  private fail(packId: string, file: string | null, reason: string): void {
    const transfer = this.running.get(packId);
    if (this.isOver || !transfer) return;
    if (file === null) {
      void this.stop();
      this.events.onFailed([], reason);
      return;
    }
    void transfer.stop();
    this.running.delete(packId);
    this.unreadable.push(file);
    this.reason = reason;
    this.events.onUnreadable(file);
    this.fill();
    if (!this.isOver) this.links.drop(packId);
  }
}
