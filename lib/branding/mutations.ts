import { createHash } from "node:crypto";
import { type AuditActor, recordAudit } from "../audit/mutations";
import { inTransaction } from "../db/transaction";
import { AppError } from "../errors";
import { notify } from "../jobs/notifications";
import { branding, loadBranding, refreshBranding } from "./data";
import { checkBrandImage } from "./images/check-image";
import type { Branding, BrandingInput } from "./schema";
import { BRANDING_PATH, type BrandImageName, PRODUCT_NAME } from "./values";

/** Returns the bytes of a picture and its address, nulls for one that is removed, or undefined for one that stays. @throws AppError 400, at the field */
function readImage(field: BrandImageName, content: string | null | undefined) {
  if (typeof content !== "string") return content === null ? { bytes: null, address: null } : undefined;
  const bytes = Buffer.from(content, "base64");
  try {
    checkBrandImage(bytes);
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, error.message, { fields: { [field]: error.message } }) : error;
  }
  return { bytes, address: `${BRANDING_PATH}/${field}?v=${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}` };
}

/** Replaces the branding on every screen and in every mail. @param actor a superadmin @param input null for Sea-Vision's own @throws AppError 400 for a picture that is refused */
export async function changeBranding(actor: AuditActor, input: BrandingInput | null): Promise<Branding> {
  const logo = readImage("logo", input?.logo);
  const favicon = readImage("favicon", input?.favicon);
  const former = await loadBranding();
  await inTransaction(async (tx) => {
    if (input) {
      const addresses = { logo: logo ? logo.address : former.logo, favicon: favicon ? favicon.address : former.favicon };
      const settings = { ...input, name: input.name || PRODUCT_NAME, ...addresses };
      const data = { settings, ...(logo && { logo: logo.bytes }), ...(favicon && { favicon: favicon.bytes }) };
      await tx.branding.upsert({ where: { single: true }, create: data, update: data, select: { single: true } });
      await recordAudit(tx, { action: "branding.changed", actor, details: settings });
    } else {
      await tx.branding.deleteMany();
      await recordAudit(tx, { action: "branding.reset", actor });
    }
    await notify(tx, "sea_vision_branding");
  });
  await refreshBranding();
  return branding();
}
