/** Milliseconds that work may block the page. */
const SLICE_MS = 12;

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Returns a function to call during long work. It yields to page events when needed and returns whether it did. */
export function eventLoopYielder(): () => Promise<boolean> {
  let sliceStart = performance.now();
  return async () => {
    if (performance.now() - sliceStart < SLICE_MS) return false;
    await nextTask();
    sliceStart = performance.now();
    return true;
  };
}
