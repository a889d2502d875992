/** Stands for `next/navigation` in component tests. Routes change the address of the test's frame only. */
import { useMemo, useSyncExternalStore } from "react";
import { vi } from "vitest";

const CHANGE = "component-test-route";

function go(how: "pushState" | "replaceState", path: string): void {
  history[how](null, "", path);
  window.dispatchEvent(new Event(CHANGE));
}

/** The router of the test. A test can expect its calls. */
export const router = {
  push: vi.fn((path: string) => go("pushState", path)),
  replace: vi.fn((path: string) => go("replaceState", path)),
  refresh: vi.fn(),
  prefetch: vi.fn(),
  back: vi.fn(() => history.back()),
  forward: vi.fn(() => history.forward()),
};

function subscribe(listener: () => void): () => void {
  for (const type of [CHANGE, "popstate"]) window.addEventListener(type, listener);
  return () => {
    for (const type of [CHANGE, "popstate"]) window.removeEventListener(type, listener);
  };
}

export const useRouter = () => router;
export const usePathname = () => useSyncExternalStore(subscribe, () => location.pathname);

export function useSearchParams(): URLSearchParams {
  const query = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => new URLSearchParams(query), [query]);
}
