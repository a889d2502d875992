"use client";

import dynamic from "next/dynamic";

/** The shell for the page of unknown paths. Each page contains that page, and the sign-in screen has no shell. */
export const LazyShell = dynamic(() => import("./app-shell").then(({ AppShell }) => AppShell));
