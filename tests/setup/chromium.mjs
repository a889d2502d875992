/**
 * Chromium uses the last `--disable-features` only, so the first group repeats Playwright's own list. It omits storage partitioning:
 * users have it, and without it a map in the viewer has no storage.
 * The second group keeps Chromium from loading its own pages for every window.
 * See docs/decisions/0038-browser-tests-spend-their-time-on-the-product.md.
 */
const disabledFeatures = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "AimEnabled",
  "TcpPortRandomizationWin",
  ...["SpareRendererForSitePerProcess", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup"],
];

/** Arguments of the Chromium that browser tests and component tests start. */
export const chromiumArguments = ["--disable-gpu", `--disable-features=${disabledFeatures.join(",")}`];
