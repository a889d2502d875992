import { close, open, write, writev } from "node:fs";
import type { Lease } from "./tus-lease";

type Done = (error: unknown, written?: number, buffer?: unknown) => void;

/**
 * What a write stream calls, asked for the lease at the very moment of each call: what the stream had waiting when the process was
 * paused is not written when it goes on.
 */
export function leasedFileSystem(lease: Lease) {
  return {
    open,
    close,
    write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null, done: Done): void {
      if (lease.isHeld()) write(fd, bytes, offset, length, position, done);
      else done(lease.signal.reason);
    },
    writev(fd: number, bytes: Uint8Array[], position: number | null, done: Done): void {
      if (!lease.isHeld()) done(lease.signal.reason);
      else if (position === null) writev(fd, bytes, done);
      else writev(fd, bytes, position, done);
    },
  };
}
