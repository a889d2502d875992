import { DateText } from "@/components/shared/time/date-text";
import { Badge } from "@/components/ui/badge";
import type { ShareLink } from "@/lib/projects/share-links/schema";

/** Returns the name of a link in texts. */
export function nameOfLink({ label }: Pick<ShareLink, "label">): string {
  return label || "Link without a label";
}

/** The states of a link as badges. */
export function LinkBadges({ link: { isActive, expiresAt, hasPassword, frameOrigins } }: { link: ShareLink }) {
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <>
      {isActive ? null : <Badge tone="warning">{hasExpired ? "Expired" : "Sharing is off"}</Badge>}
      {hasPassword ? <Badge>Password</Badge> : null}
      {frameOrigins.length > 0 ? <Badge title={frameOrigins.join("\n")}>Embeddable</Badge> : null}
    </>
  );
}

export function ExpiryText({ expiresAt }: Pick<ShareLink, "expiresAt">) {
  return expiresAt === null ? "Never" : <DateText value={new Date(Date.parse(expiresAt) - 1).toISOString()} />;
}
