interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Calls a worker that posts one answer with the same id for each request. */
export class WorkerCalls<Request extends object, Answer> {
  private readonly waiting = new Map<number, Waiting<Answer>>();
  private lastId = 0;

  /** @param failure message when the worker fails without one */
  constructor(
    private readonly worker: Worker,
    failure: string,
  ) {
    worker.onmessage = ({ data }: MessageEvent<Answer & { id: number }>) => {
      this.waiting.get(data.id)?.resolve(data);
      this.waiting.delete(data.id);
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.waiting.values()) reject(new Error(message || failure));
      this.waiting.clear();
    };
  }

  ask(request: Request): Promise<Answer> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...request });
    });
  }

  close(): void {
    this.worker.terminate();
    this.waiting.clear();
  }
}
