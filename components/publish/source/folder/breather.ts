/** Milliseconds that work may block the page. */
const BREATH_MS = 12;

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
export function breather(): () => Promise<boolean> {
  let breathAt = performance.now();
  return async () => {
    if (performance.now() - breathAt < BREATH_MS) return false;
    await nextTask();
    breathAt = performance.now();
    return true;
  };
}
