import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type LossyProxy, openLossyProxy } from "./lossy-proxy";

/** A page on a line on which calls of one path can be lost. */
export interface LossyPage {
  page: Page;
  line: LossyProxy;
  close: () => Promise<void>;
}

/** @param signedIn whose session the page has */
export async function openLossyPage(
  browser: Browser,
  origin: string | undefined,
  signedIn: BrowserContext,
  path: string,
): Promise<LossyPage> {
  const line = await openLossyProxy(path);
  const context = await browser.newContext({
    ...(origin && { baseURL: origin }),
    storageState: await signedIn.storageState(),
    // Chromium takes no proxy to this machine itself unless told so.
    proxy: { server: line.server, bypass: "<-loopback>" },
  });
  const close = async () => {
    await context.close();
    line.close();
  };
  return { page: await context.newPage(), line, close };
}
