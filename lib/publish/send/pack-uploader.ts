import type { PublishHost } from "../host";
import { CHUNK_BYTES } from "../limits";
import type { LocalFile } from "../local-file";
import type { Pack } from "../plan/plan-messages";
import { FleetLinks } from "./fleet-links";
import { FleetProgress, type FleetTotals } from "./pack-progress";
import type { PackSource } from "./pack-source";
import { TusTransfer } from "./tus-transfer";
import type { UploadLink } from "./upload-link";

export interface FleetEvents {
  /** The server has named the address at which a pack can be continued. */
  onAddress: (pack: Pack, uploadUrl: string) => void;
  onPackDone: (pack: Pack, uploadUrl: string) => void;
  onLink: (link: UploadLink) => void;
  onTotals: (totals: FleetTotals) => void;
  /** The server no longer has what was sent of a pack before; that goes on from its first byte. */
  onRestart: () => void;
  /** Every pack is on the server, at the address of its upload. */
  onDone: (uploadUrls: ReadonlyMap<string, string>) => void;
  /** It will not go on by itself. @param file the one that is to blame; null when none is */
  onFailed: (file: string | null, reason: string) => void;
}

export interface FleetInput {
  host: Omit<PublishHost, "call">;
  packs: readonly Pack[];
  accountId: string;
  /** Opens a pack whose turn has come. */
  open: (pack: Pack) => PackSource<LocalFile>;
  /** What the upload of a pack says of itself. */
  metadataOf: (pack: Pack, source: PackSource<LocalFile>) => Record<string, string>;
  uploadsAtATime: number;
}

/** Several packs on their way at a time, until all are on the server. Each heals by itself. */
export class PackFleet {
  private readonly waiting: Pack[];
  private readonly running = new Map<string, TusTransfer>();
  private readonly links: FleetLinks;
  private readonly addresses = new Map<string, string>();
  private readonly progress: FleetProgress;
  private isPaused = false;
  private isOver = false;

  constructor(
    private readonly input: FleetInput,
    private readonly events: FleetEvents,
  ) {
    this.waiting = [...input.packs];
    this.links = new FleetLinks(events.onLink);
    this.progress = new FleetProgress(input.packs, events.onTotals);
    for (const { id, uploadUrl } of input.packs) if (uploadUrl) this.addresses.set(id, uploadUrl);
  }

  /** Begins, or goes on after a pause. */
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

  /** Ends it here; the server keeps what it has. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(Array.from(this.running.values(), (transfer) => transfer.stop()));
  }

  /** Ends it. @returns addresses of what the server has, which is of no use now */
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
    this.events.onDone(this.addresses);
  }

  private send(pack: Pack): void {
    const { id, uploadUrl } = pack;
    const { host, accountId } = this.input;
    const source = this.input.open(pack);
    const metadata = this.input.metadataOf(pack, source);
    const transfer = new TusTransfer(
      { host, source, metadata, uploadUrl, accountId, chunkBytes: CHUNK_BYTES },
      {
        onAddress: (url) => this.noteAddress(pack, url),
        onLink: (link) => this.links.note(id, link),
        onBytes: (bytes) => this.progress.note(id, bytes, source),
        onRestart: () => this.events.onRestart(),
        onDone: (url) => this.finish(pack, url),
        onFailed: (reason) => this.fail(source.unreadable, reason),
      },
    );
    source.onUnreadable = ({ message }) => this.fail(source.unreadable, message);
    this.running.set(id, transfer);
    transfer.start();
  }

  private noteAddress(pack: Pack, url: string): void {
    if (this.addresses.get(pack.id) === url) return;
    this.addresses.set(pack.id, url);
    this.events.onAddress(pack, url);
  }

  private finish(pack: Pack, url: string): void {
    this.addresses.set(pack.id, url);
    this.events.onPackDone(pack, url);
    this.running.delete(pack.id);
    this.progress.finish(pack);
    this.fill();
    if (!this.isOver) this.links.drop(pack.id);
  }

  private fail(file: string | null, reason: string): void {
    if (this.isOver) return;
    void this.stop();
    this.events.onFailed(file, reason);
  }
}
