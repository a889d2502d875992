export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Found extends Answer {
  url: URL;
}

export type Deliver = (found: Found) => Promise<void>;

export interface Question {
  url: URL;
  range: string | undefined;
  isCrossOrigin: boolean;
}

export class Budget {
  constructor(
    private requests: number,
    private bytes: number,
  ) {}

  takeRequest(): boolean {
    this.requests -= 1;
    return this.requests >= 0;
  }

  takeBytes(count: number): boolean {
    this.bytes -= count;
    return this.bytes >= 0;
  }

  /** Reserves up to `most` bytes for a response of unknown size. Returns how many are left for it. */
  reserveBytes(most: number): number {
    const taken = Math.max(0, Math.min(most, this.bytes));
    this.bytes -= taken;
    return taken;
  }

  returnBytes(count: number): void {
    this.bytes += count;
  }
}
