import { isSessionAlive, waitForSession } from "@/components/publish/controller/browser-host";
import type { PublishHost } from "@/lib/publish/host";

/** A page, or a worker of one: the cookie goes along by itself. */
export const browserHost: PublishHost = {
  // Asked for when it is needed: on the server, where pages are drawn first, there is none.
  get origin() {
    return self.location.origin;
  },
  call: (path, init) => fetch(new URL(path, self.location.origin), init),
  isOnline: () => navigator.onLine,
  watchNetwork: ({ onOnline, onOffline }, signal) => {
    window.addEventListener("online", onOnline, { signal });
    window.addEventListener("offline", onOffline, { signal });
  },
  isSessionAlive,
  waitForSession,
  signUpload: () => undefined,
};
