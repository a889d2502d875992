const PROGRESS_MS = 100;
/** Milliseconds. Browsers never give up on a dead connection. */
const STALL_MS = 60_000;

export interface FormAnswer {
  status: number;
  statusText: string;
  body: string;
  isSent: boolean;
}

interface FormOptions {
  headers?: Readonly<Record<string, string>>;
  onProgress: (loaded: number, total: number) => void;
  onSent: () => void;
  signal: AbortSignal;
}

/** Sends a form by XMLHttpRequest, since `fetch` reports no upload progress. @throws the signal's reason; DOMException */
export function postForm(path: string, form: FormData, { headers = {}, onProgress, onSent, signal }: FormOptions): Promise<FormAnswer> {
  const request = new XMLHttpRequest();
  const ended = new AbortController();
  return new Promise<FormAnswer>((resolve, reject) => {
    signal.throwIfAborted();
    let movedAt = performance.now();
    let reportedAt = 0;
    let isSent = false;
    const lose = () => resolve({ status: 0, statusText: "", body: "", isSent });
    const watchdog = setInterval(() => {
      if (performance.now() - movedAt < STALL_MS) return;
      request.abort();
      lose();
    }, STALL_MS / 12);
    ended.signal.addEventListener("abort", () => clearInterval(watchdog));
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      movedAt = performance.now();
      if (movedAt - reportedAt < PROGRESS_MS && loaded < total) return;
      reportedAt = movedAt;
      onProgress(loaded, total);
    });
    request.upload.addEventListener("load", () => {
      isSent = true;
      clearInterval(watchdog);
      onSent();
    });
    request.addEventListener("error", lose);
    request.addEventListener("load", () =>
      resolve({ status: request.status, statusText: request.statusText, body: request.responseText, isSent }),
    );
    // Over HTTP/2, the answer may come long before the last byte.
    request.addEventListener("readystatechange", () => {
      const { readyState, status, statusText } = request;
      if (readyState !== XMLHttpRequest.HEADERS_RECEIVED || status !== 401 || isSent) return;
      resolve({ status, statusText, body: "", isSent });
      request.abort();
    });
    const stop = () => {
      request.abort();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { signal: ended.signal });
    request.open("POST", path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
  }).finally(() => ended.abort());
}
