import { db } from "../db/client";
import { type Listening, listen } from "../jobs/notifications";
import { logger } from "../logging/logger";
import { type Branding, brandingSchema, productBranding } from "./schema";
import type { BrandImageName } from "./values";

/** Reads the branding from the database, without the bytes of its pictures. */
export async function loadBranding(): Promise<Branding> {
  const row = await db().branding.findFirst({ select: { settings: true } });
  return row ? brandingSchema.parse(row.settings) : productBranding;
}

/** On `globalThis`, because the web process and Next are separate bundles. */
const shared = globalThis as typeof globalThis & { seaVisionBranding?: Branding };

/** Returns the branding as this process knows it. {@link followBranding} keeps it current. */
export const branding = (): Branding => shared.seaVisionBranding ?? productBranding;

/** Reads the branding again. Keeps the known one while the database is unavailable. */
export async function refreshBranding(): Promise<void> {
  try {
    shared.seaVisionBranding = await loadBranding();
  } catch (error) {
    logger.warn({ err: error }, "branding not read");
  }
}

/** Notifications may get lost. Milliseconds. */
const REFRESH_MS = 60_000;

/** Reads the branding, and again after each change in any process. */
export async function followBranding(): Promise<Listening> {
  const refresh = () => void refreshBranding();
  await refreshBranding();
  const listening = listen("sea_vision_branding", { onNotification: refresh, onListening: refresh });
  const timer = setInterval(refresh, REFRESH_MS).unref();
  return {
    close: () => {
      clearInterval(timer);
      return listening.close();
    },
  };
}

/** Reads a picture. @returns null when the product's own is in use */
export async function findBrandImage(name: BrandImageName): Promise<Buffer | null> {
  const row = await db().branding.findFirst({ select: { [name]: true } as Record<BrandImageName, true> });
  const bytes = row?.[name];
  return bytes ? Buffer.from(bytes) : null;
}
