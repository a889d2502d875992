/** State of history entries that opening a dialog made, so that closing it can go back. */
export const openedHere = { seaVisionOpened: true } as const;

export const isOpenedHere = () => Boolean((window.history.state as Record<string, unknown> | null)?.["seaVisionOpened"]);

/** True until the browser has gone back. A second step before that would leave the list. */
let isGoingBack = false;

export function goBack(steps = 1): void {
  if (isGoingBack) return;
  isGoingBack = true;
  window.addEventListener("popstate", () => (isGoingBack = false), { once: true });
  window.history.go(-steps);
}
