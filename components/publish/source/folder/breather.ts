/** The page may be held up for so long before it gets a breath. Milliseconds. */
const BREATH_MS = 12;

/** Lets the page do what has come up. A timer would make it wait longer each time than the page needs. */
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

/** For long work on the page's own thread. @returns a function to call in between: it waits when the page needs a breath, and says whether it did */
export function breather(): () => Promise<boolean> {
  let breathAt = performance.now();
  return async () => {
    if (performance.now() - breathAt < BREATH_MS) return false;
    await nextTask();
    breathAt = performance.now();
    return true;
  };
}
