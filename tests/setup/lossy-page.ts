import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type LossyProxy, openLossyProxy } from "./lossy-proxy";

export interface LossyPage {
  page: Page;
  line: LossyProxy;
  close: () => Promise<void>;
}

/** Opens a page behind a lossy proxy. @param signedIn context whose session the page uses */
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
    // By default, Chromium bypasses the proxy for loopback addresses.
    proxy: { server: line.server, bypass: "<-loopback>" },
  });
  const close = async () => {
    await context.close();
    line.close();
  };
  return { page: await context.newPage(), line, close };
}
