import { open, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { uploadStack } from "../../cli/net/upload-stack";
import { toChunk } from "../../cli/source/disk-file";
import type { PublishHost } from "../../lib/upload-client/host";
import { ZIP_CHUNK_BYTES } from "../../lib/upload-client/limits";
import { TusTransfer } from "../../lib/upload-client/send/tus-transfer";
import { toUploadId, zipMetadata } from "../../lib/upload-client/send/uploads";
import type { Access } from "../publish/client";

function hostOf({ origin, headers }: Access): Omit<PublishHost, "call"> {
  return {
    origin,
    isOnline: () => true,
    watchNetwork: () => undefined,
    waitForSession: () => Promise.reject(new Error("The session has ended.")),
    signUpload: (request) => {
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    },
    httpStack: uploadStack,
  };
}

async function readAccountId({ origin, headers }: Access): Promise<string> {
  const response = await fetch(`${origin}/api/auth/me`, { headers });
  return z.object({ user: z.object({ _id: z.string() }) }).parse(await response.json()).user._id;
}

/** Sends a ZIP as the page does: with the same code and request size. @returns the id of the upload */
export async function sendZip(access: Access, file: string, projectName: string): Promise<string> {
  const { size } = await stat(file);
  const accountId = await readAccountId(access);
  const opened = await open(file);
  const source = {
    size,
    slice: async (start: number, end: number) => {
      const bytes = new Uint8Array(end - start);
      await opened.read(bytes, 0, bytes.length, start);
      return toChunk(bytes);
    },
    isReadable: () => Promise.resolve(true),
  };
  const metadata = zipMetadata(path.basename(file), projectName);
  try {
    const address = await new Promise<string>((resolve, reject) => {
      const transfer = new TusTransfer(
        { host: hostOf(access), source, accountId, metadata, chunkBytes: ZIP_CHUNK_BYTES, uploadUrl: null },
        {
          onAddress: () => undefined,
          onConnection: () => undefined,
          onBytes: () => undefined,
          onRestart: () => reject(new Error("The server has lost the sent bytes.")),
          onDone: resolve,
          onFailed: (reason) => reject(new Error(reason)),
        },
      );
      transfer.start();
    });
    return toUploadId(address);
  } finally {
    await opened.close();
  }
}
