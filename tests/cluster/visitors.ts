import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";

/** Of each visitor between two requests. Without it they take all processor time from the processes that start. */
const PAUSE_MS = 20;

/** A file of a map, and what it must be served as. */
export interface Tile {
  address: string;
  sha256: string;
}

async function fetchOnce(address: string, headers: Record<string, string>): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(address, { headers, redirect: "manual" });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

const agent = new Agent({ keepAlive: true });

/** `fetch` has Fetch Metadata of its own, by which nobody would be taken for somebody who opens a page. */
async function open(address: string, headers: Record<string, string>): Promise<number> {
  const asked = get(address, { agent, headers: { ...headers, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" } });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode ?? 0;
}

/** As browsers do with what may be repeated: a connection that broke is tried once more, an answer is an answer. */
async function fetchAsBrowser(address: string, headers: Record<string, string>): Promise<{ status: number; body: Buffer }> {
  try {
    return await fetchOnce(address, headers);
  } catch {
    return fetchOnce(address, headers);
  }
}

/** People who go on loading things, whatever happens to the servers. They note what must not happen. */
export class Visitors {
  readonly failures: string[] = [];
  /** How often each thing went well. */
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

  /** Opens a map again and again, as somebody does who goes to its address. A view that broke off is not repeated. */
  viewMap(address: string, headers: Record<string, string>): void {
    this.repeat(async () => {
      const status = await open(address, headers);
      if (status === 200) this.done.views += 1;
      else this.failures.push(`${address} answered ${status} to a view`);
    });
  }

  /** Asks the application something again and again. */
  ask(address: string, headers: Record<string, string>): void {
    this.repeat(async () => {
      const { status } = await fetchAsBrowser(address, headers);
      if (status === 200) this.done.calls += 1;
      else this.failures.push(`${address} answered ${status}`);
    });
  }

  /** Makes folders, which no program between here and there may do twice. */
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

  /** Resolves when everybody has come to the end of what they were at. */
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
