/** What the browser gets for one of its requests. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** An answer, and at which address it was found in the end. */
export interface Found extends Answer {
  url: URL;
}

/** Hands an answer to the browser; ends when the browser has it. */
export type Deliver = (found: Found) => Promise<void>;

/** A request of the map's page, as far as an answer depends on it. */
export interface Question {
  url: URL;
  /** Of the Range header; undefined for the whole. */
  range: string | undefined;
  /** True when scripts want to read the answer, which the host has to allow. */
  isCrossOrigin: boolean;
}

/** What a page may load while its picture is made: more than any sensible map needs, and far less than would hurt. */
export class Budget {
  constructor(
    private requests: number,
    private bytes: number,
  ) {}

  /** @returns false when there have been as many requests as there may be */
  takeRequest(): boolean {
    this.requests -= 1;
    return this.requests >= 0;
  }

  /** @returns false when there is not so much left */
  takeBytes(count: number): boolean {
    this.bytes -= count;
    return this.bytes >= 0;
  }

  /** Takes what may be needed of what is not known yet. @returns how much that is: less than asked for when there is less, 0 when none */
  reserveBytes(most: number): number {
    const taken = Math.max(0, Math.min(most, this.bytes));
    this.bytes -= taken;
    return taken;
  }

  /** Gives back what of a reservation was not needed. */
  returnBytes(count: number): void {
    this.bytes += count;
  }
}
