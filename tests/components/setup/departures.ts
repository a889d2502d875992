import { onTestFinished } from "vitest";

/** Cancels page loads, which would end the frame of the test. @returns paths of the pages that would have been loaded */
export function holdDepartures(): string[] {
  const paths: string[] = [];
  const ended = new AbortController();
  const hold = (event: NavigateEvent) => {
    const { sameDocument, url } = event.destination;
    if (sameDocument) return;
    event.preventDefault();
    const { pathname, search } = new URL(url);
    paths.push(`${pathname}${search}`);
  };
  window.navigation.addEventListener("navigate", hold, ended);
  onTestFinished(() => ended.abort());
  return paths;
}
