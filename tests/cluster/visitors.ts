import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";

/** A visitor's pause between two requests. Without it they use all processor time while processes start. */
const PAUSE_MS = 20;

/** A file of a map, and its expected content. */
export interface Tile {
  address: string;
  sha256: string;
}

async function fetchOnce(address: string, headers: Record<string, string>): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(address, { headers, redirect: "manual" });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

const agent = new Agent({ keepAlive: true });

/** `fetch` sends its own Fetch Metadata, which do not look like a navigation. */
async function open(address: string, headers: Record<string, string>): Promise<number> {
  const asked = get(address, { agent, headers: { ...headers, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" } });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode ?? 0;
}

/** Repeats a request once after a broken connection, as browsers do. Every answer is final. */
async function fetchAsBrowser(address: string, headers: Record<string, string>): Promise<{ status: number; body: Buffer }> {
  try {
    return await fetchOnce(address, headers);
  } catch {
    return fetchOnce(address, headers);
  }
}

/** Visitors who load maps and pages, whatever happens to the servers. They note every error. */
export class Visitors {
  readonly failures: string[] = [];
  /** Number of successes of each kind. */
  readonly done = { tiles: 0, calls: 0, views: 0, folders: 0 };
  private isOver = false;
  private readonly running: Promise<void>[] = [];

  /** Loads the tiles of a map again and again. */
  loadTiles(tiles: readonly Tile[], headers: Record<string, string>): void {
    this.repeat(async (round) => {
      const tile = tiles[round % tiles.length];
      if (!tile) return;
      const { status, body } = await fetchAsBrowser(tile.address, headers);
      if (status !== 200) this.failures.push(`${tile.address} answered ${status}`);
      else if (createHash("sha256").update(body).digest("hex") !== tile.sha256) this.failures.push(`${tile.address} had other bytes`);
      else this.done.tiles += 1;
    });
  }

  /** Opens a map again and again, as a user who navigates to it. An interrupted view is not repeated. */
  viewMap(address: string, headers: Record<string, string>): void {
    this.repeat(async () => {
      const status = await open(address, headers);
      if (status === 200) this.done.views += 1;
      else this.failures.push(`${address} answered ${status} to a view`);
    });
  }

  /** Sends a request to the application again and again. */
  ask(address: string, headers: Record<string, string>): void {
    this.repeat(async () => {
      const { status } = await fetchAsBrowser(address, headers);
      if (status === 200) this.done.calls += 1;
      else this.failures.push(`${address} answered ${status}`);
    });
  }

  /** Creates folders. No proxy may repeat such a request. */
  makeFolders(address: string, headers: Record<string, string>, name: string): void {
    this.repeat(async (round) => {
      const answer = await fetch(address, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ folderPath: "", folderName: `${name}-${round}` }),
      });
      const text = await answer.text();
      if (answer.status === 200) this.done.folders += 1;
      else this.failures.push(`POST ${address} answered ${answer.status}: ${text}`);
    });
  }

  /** Resolves when all visitors have finished their requests. */
  async leave(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
  }

  private repeat(once: (round: number) => Promise<void>): void {
    const run = async () => {
      for (let round = 0; !this.isOver; round += 1) {
        await setTimeout(PAUSE_MS);
        await once(round).catch((error: unknown) => this.failures.push(String(error instanceof Error ? (error.cause ?? error) : error)));
      }
    };
    this.running.push(run());
  }
}
