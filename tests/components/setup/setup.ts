import "@/app/globals.css";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { forgetAnswers, interceptCalls, unanswered } from "./api";
import { followPreferences } from "./appearance";
import { router } from "./next/navigation";

/** Errors of the page since the test began. A test that causes one on purpose clears the list. */
export const complaints: string[] = [];

interceptCalls();

beforeEach(async () => {
  // A screen of the former test could still make a call, which this test has no answer for.
  await cleanup();
  complaints.length = 0;
  vi.spyOn(console, "error").mockImplementation((...args) => void complaints.push(args.map(String).join(" ")));
  forgetAnswers();
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(1440, 900);
  await followPreferences({ colorScheme: "light" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const call of Object.values(router)) call.mockClear();
  expect({ unanswered, complaints }).toEqual({ unanswered: [], complaints: [] });
});
