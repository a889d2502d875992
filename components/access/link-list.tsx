"use client";

import { Ban } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/components/shared/count-of";
import { RowButton } from "@/components/shared/list/row-button";
import { DateText } from "@/components/shared/time/date-text";
import type { ShareLink } from "@/lib/projects/share-links/schema";
import { ExpiryText, LinkBadges, nameOfLink } from "./link-facts";
import { RevokeDialog } from "./revoke-dialog";

interface LinkListProps {
  links: readonly ShareLink[];
  reload: () => Promise<void>;
}

export function LinkList({ links, reload }: LinkListProps) {
  const [asked, setAsked] = useState<ShareLink | null>(null);
  if (links.length === 0) return <p className="text-ink-muted">No link has been created for this project.</p>;
  return (
    <>
      <ul aria-label="Links" className="divide-y rounded-lg border">
        {links.map((link) => (
          <li key={link._id} className="flex items-start gap-3 px-4 py-3">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <bdi className="wrap-anywhere font-medium">{nameOfLink(link)}</bdi>
                <LinkBadges link={link} />
              </p>
              <LinkUse link={link} />
            </div>
            <RowButton icon={Ban} label="Revoke" about={nameOfLink(link)} onClick={() => setAsked(link)} />
          </li>
        ))}
      </ul>
      <RevokeDialog link={asked} reload={reload} onClose={() => setAsked(null)} />
    </>
  );
}

function LinkUse({ link: { createdBy, createdAt, expiresAt, openings, lastOpenedAt } }: { link: ShareLink }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-ink-muted text-sm tabular-nums">
      <li>
        Created by <bdi>{createdBy?.name ?? "Unknown"}</bdi> on <DateText value={createdAt} />
      </li>
      <li>
        {expiresAt === null ? (
          "Does not expire"
        ) : (
          <>
            Last day <ExpiryText expiresAt={expiresAt} />
          </>
        )}
      </li>
      <li>
        {lastOpenedAt === null ? (
          "Never opened"
        ) : (
          <>
            Opened {countOf(openings, ["time", "times"])}, last on <DateText value={lastOpenedAt} />
          </>
        )}
      </li>
    </ul>
  );
}
