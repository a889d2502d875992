"use client";

import { lazy } from "react";

/** The shell for the page of unknown paths. Each page contains that page, and the sign-in screen has no shell. */
export const LazyShell = lazy(() => import("./app-shell").then(({ AppShell }) => ({ default: AppShell })));
