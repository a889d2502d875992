/** Page loads that the product starts. They would end the test, so the browser cancels them. */
import { onTestFinished } from "vitest";

/** Cancels every page load until the test ends. @returns "reload" for each reload, and the path of each other page */
export function cancelPageLoads(): string[] {
  const loads: string[] = [];
  const ended = new AbortController();
  const cancel = (event: NavigateEvent) => {
    if (event.destination.sameDocument) return;
    event.preventDefault();
    const { pathname, search } = new URL(event.destination.url);
    loads.push(event.navigationType === "reload" ? "reload" : pathname + search);
  };
  window.navigation.addEventListener("navigate", cancel, ended);
  onTestFinished(() => ended.abort());
  return loads;
}
