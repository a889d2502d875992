"use client";

import { type ComponentProps, lazy } from "react";

const Shell = lazy(() => import("./app-shell").then(({ AppShell }) => ({ default: AppShell })));

/** The shell for the page of unknown paths. Each page contains that page, and the sign-in screen has no shell. */
export function LazyShell(props: ComponentProps<typeof Shell>) {
  return <Shell {...props} />;
}
