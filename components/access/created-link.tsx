"use client";

import { Code } from "lucide-react";
import { CopyButton, CopyLinkButton } from "@/components/shared/copy-link-button";
import { lazyPart } from "@/components/shared/lazy-part";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import type { ProjectSummary } from "@/lib/projects/schema";
import type { CreatedShareLink } from "@/lib/projects/share-links/schema";

const QrCode = lazyPart<{ text: string; label: string }>(
  () => import("./qr-code").then((code) => code.QrCode),
  () => <Skeleton className="size-40" />,
);

interface CreatedLinkProps {
  project: Pick<ProjectSummary, "name" | "allowsLocation" | "allowsCamera">;
  created: CreatedShareLink;
  canBeFramed: boolean;
}

/** Shows a new link in each form. Only the answer to its creation has the address. */
export function CreatedLink({ project, created: { url, link }, canBeFramed }: CreatedLinkProps) {
  const isEmbeddable = link.frameOrigins.length > 0;
  const code = embedCode(url, project);
  return (
    <section aria-label="New link" className="grid gap-4 rounded-lg border border-accent/30 p-4">
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
        <Field label="Link" hint="Copy the link now. It is not shown again.">
          {(control) => (
            <div className="flex gap-2">
              <Input {...control} value={url} readOnly autoFocus onFocus={(event) => event.target.select()} />
              <CopyLinkButton path={url} label="Copy Link" variant="primary" />
            </div>
          )}
        </Field>
        <QrCode text={url} label="QR code of the link" />
      </div>
      {isEmbeddable ? (
        <div className="grid justify-items-start gap-2">
          <Field
            label="Embed code"
            hint={canBeFramed ? "Paste it into a page of the sites that you listed." : NEEDS_HTTPS}
            className="w-full"
          >
            {(control) => (
              <Textarea
                {...control}
                value={code}
                rows={3}
                readOnly
                spellCheck={false}
                onFocus={(event) => event.target.select()}
                className="break-all"
              />
            )}
          </Field>
          <CopyButton icon={Code} text={code} label="Copy Embed Code" copied="Embed code copied" size="small" />
        </div>
      ) : null}
    </section>
  );
}

export const NEEDS_HTTPS = "Other sites can't show maps of this deployment, because it uses http. Browsers require https for that.";

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns HTML that shows the map of a share link in a page of another site. @param url of the link */
export function embedCode(
  url: string,
  { name, allowsLocation, allowsCamera }: Pick<ProjectSummary, "name" | "allowsLocation" | "allowsCamera">,
): string {
  // The link redirects to the maps' origin, so the origin of `src` alone is not enough.
  const features = [...(allowsLocation ? ["geolocation *"] : []), ...(allowsCamera ? ["camera *", "microphone *"] : [])];
  const allow = features.length > 0 ? ` allow="${features.join("; ")}"` : "";
  return `<iframe src="${escapeAttribute(url)}" title="${escapeAttribute(name)}" width="100%" height="600" style="border: 0"${allow} allowfullscreen></iframe>`;
}
