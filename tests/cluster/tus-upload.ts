import { Upload } from "tus-js-client";
import type { HeldBytes } from "./held-bytes";

/** The events of a resumable upload. */
export interface Voyage {
  /** Statuses of the HEAD requests that a client sends before it continues. */
  heads: number[];
  /** Offsets after which it continued, from a HEAD or an interrupted PATCH, with their time in milliseconds since 1970. */
  resumed: { offset: number; at: number }[];
  /** The upload's id when all bytes are stored. @throws Error when the client has aborted */
  ended: Promise<string>;
}

/** Sends bytes in one PATCH, and continues after the errors that tus-js-client retries. */
export function sendByTus(origin: string, headers: Record<string, string>, file: HeldBytes, size: number): Voyage {
  const heads: number[] = [];
  const resumed: Voyage["resumed"] = [];
  const source = {
    size,
    slice: (start: number) => Promise.resolve({ value: Object.assign(file.read(start), { size: size - start }), done: true }),
    close: () => undefined,
  };
  const ended = new Promise<string>((resolve, reject) => {
    const upload: Upload = new Upload(Buffer.alloc(0), {
      endpoint: `${origin}/files/`,
      headers,
      fileReader: { openFile: () => Promise.resolve(source) },
      retryDelays: Array.from({ length: 100 }, () => 200),
      metadata: { filename: "index.html" },
      onAfterResponse: (request, response) => {
        const [method, status] = [request.getMethod(), response.getStatus()];
        const offset = Number(response.getHeader("Upload-Offset") ?? size);
        if (method === "HEAD") heads.push(status);
        if (status < 300 && method !== "POST" && offset < size) resumed.push({ offset, at: Date.now() });
      },
      onSuccess: () => resolve(upload.url?.split("/").at(-1) ?? ""),
      onError: reject,
    });
    upload.start();
  });
  ended.catch(() => undefined);
  return { heads, resumed, ended };
}
