"use client";

import { Ban } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/components/shared/count-of";
import { FailurePanel } from "@/components/shared/failure-panel";
import { RowButton } from "@/components/shared/list/row-button";
import { UNREACHABLE } from "@/components/shared/load-error";
import { serverMessage } from "@/components/shared/request-json";
import { DateText } from "@/components/shared/time/date-text";
import { useJson } from "@/components/shared/use-json";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { type CreatedShareLink, projectShareLinksSchema, type ShareLink } from "@/lib/projects/share-links/schema";
import { SHARE_LINKS_PATH } from "@/lib/projects/share-links/values";
import { type AccessProject, isElsewhere } from "./access-project";
import { CreatedLink } from "./created-link";
import { ExpiryText, LinkBadges, nameOfLink } from "./link-facts";
import { NewLinkForm } from "./new-link-form";
import { RevokeDialog } from "./revoke-dialog";

interface LinksSectionProps {
  project: AccessProject;
  /** Called after a link was created or revoked. */
  onChange: () => void;
}

/** The share links of a project. */
export function LinksSection({ project, onChange }: LinksSectionProps) {
  const path = `${SHARE_LINKS_PATH}?projectId=${project._id}`;
  const { data, error, isValidating, mutate } = useJson(path, projectShareLinksSchema, { dedupingInterval: 0 });
  const [created, setCreated] = useState<CreatedShareLink | null>(null);
  const reload = async () => void (await mutate().catch(() => undefined));
  const isKept = data?.links.some(({ _id }) => _id === created?.link._id) ?? false;

  return (
    <div className="grid gap-6">
      {data ? null : <Missing error={error} isLoading={isValidating} onRetry={() => void reload()} />}
      {isElsewhere(project) ? (
        <Notice live={false}>
          This map is on another site. A link redirects to it, and that site decides who can open it. Revoking the link doesn't close the
          map.
        </Notice>
      ) : null}
      {data && !data.policy.areOn ? (
        <Notice tone="warning" live={false}>
          Share links are turned off on this server, so links don't open maps.
        </Notice>
      ) : null}
      {data?.policy.areOn && !data.allowsSharing ? (
        <Notice tone="warning" live={false}>
          Sharing is turned off for this project, so its links don't open the map. Turn it on in Edit Project.
        </Notice>
      ) : null}
      {created && data && isKept ? <CreatedLink project={project} created={created} canBeFramed={data.canBeFramed} /> : null}
      {data?.allowsSharing && data.policy.areOn ? (
        <section aria-labelledby="new-link" className="grid gap-3">
          <h3 id="new-link" className="font-semibold">
            {isKept ? "Create Another Link" : "Create Link"}
          </h3>
          <p className="text-ink-muted">Everyone who has the link can open the map, without an account.</p>
          <NewLinkForm
            projectId={project._id}
            policy={data.policy}
            canBeFramed={data.canBeFramed}
            onCreated={(answer) => {
              setCreated(answer);
              void mutate({ ...data, links: [answer.link, ...data.links] }, { revalidate: false });
              onChange();
            }}
          />
        </section>
      ) : null}
      {data ? (
        <section aria-labelledby="links" className="grid gap-3">
          <h3 id="links" className="font-semibold">
            Links
          </h3>
          <LinkList
            links={data.links}
            reload={async () => {
              await reload();
              onChange();
            }}
          />
        </section>
      ) : null}
    </div>
  );
}

function Missing({ error, isLoading, onRetry }: { error: unknown; isLoading: boolean; onRetry: () => void }) {
  if (!error) return <Skeleton className="h-64" />;
  const message = serverMessage(error, "Failed to load the links", UNREACHABLE);
  return <FailurePanel error={error} message={message} retryLabel="Retry" isBusy={isLoading} onRetry={onRetry} isLine />;
}

interface LinkListProps {
  links: readonly ShareLink[];
  reload: () => Promise<void>;
}

function LinkList({ links, reload }: LinkListProps) {
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
