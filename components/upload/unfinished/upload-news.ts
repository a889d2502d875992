const CHANNEL = "sea-vision.unfinished-uploads";

/** Has the lists of unfinished uploads in all tabs of this browser read them again. */
export function announceUploads(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Calls `onChange` when the unfinished uploads have changed in any tab. @returns a function that stops this */
export function followUploads(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", onChange);
  return () => channel.close();
}
