import type { BlobKey } from "../../blobs/store";
import { inTransaction } from "../../db/transaction";
import { findSpace, noSpace } from "./space";

/** Bytes that are reserved at once when the length is unknown. */
const STEP_BYTES = 16 * 1024 * 1024;

/** The length of a blob, as far as it is known before its bytes arrive. */
export interface ExpectedBytes {
  least: number;
  most: number;
}

export const UNKNOWN_LENGTH: ExpectedBytes = { least: 0, most: Number.POSITIVE_INFINITY };

/** Bytes of the quota that a blob holds while it is written. setBlobSize and the deletion of its row release them. */
export class Reservation {
  private reserved = 0;
  private used = 0;

  private constructor(
    private readonly key: BlobKey,
    private readonly most: number,
  ) {}

  /** Reserves the expected bytes for a blob whose row exists. @throws AppError 413 */
  static async open(key: BlobKey, { least, most }: ExpectedBytes): Promise<Reservation> {
    const reservation = new Reservation(key, most);
    if (least > 0) await reservation.grow(least, least);
    return reservation;
  }

  /** Accounts for bytes that are written next. @throws AppError 413 when they do not fit */
  async add(bytes: number): Promise<void> {
    this.used += bytes;
    if (this.used > this.reserved) await this.grow(this.used, Math.max(this.used, Math.min(this.most, this.used + STEP_BYTES)));
  }

  /** Passes bytes on once they are reserved, so that a stream never exceeds the quota. @throws AppError 413 */
  async *pass(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of bytes) {
      await this.add(chunk.length);
      yield chunk;
    }
  }

  /** Reserves more bytes. @param needed bytes in total @param wanted bytes in total to reserve if there is space */
  private async grow(needed: number, wanted: number): Promise<void> {
    const { key, reserved } = this;
    this.reserved = await inTransaction(async (tx) => {
      const space = await findSpace(tx, needed - reserved);
      if (needed - reserved > space.left) throw noSpace(needed, { ...space, left: reserved + space.left });
      const granted = Math.min(wanted, reserved + space.left);
      await tx.blob.updateMany({ where: { key }, data: { reserved: granted } });
      return granted;
    });
  }
}
