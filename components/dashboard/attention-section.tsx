"use client";

import { CircleAlert, type LucideIcon, TimerOff, UserRoundPlus } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useId, useState } from "react";
import { formatDate } from "@/components/shared/time/format-date";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ImportSummary } from "@/lib/imports/progress/schema";
import type { Attention } from "@/lib/projects/attention/schema";

const FIRST_SHOWN = 4;

interface AttentionSectionProps {
  attention: Attention;
  failedImports: readonly Pick<ImportSummary, "_id" | "projectName" | "error">[];
}

interface Item {
  id: string;
  icon: LucideIcon;
  text: ReactNode;
  note: string;
  action: string;
  path: string;
}

const Name = ({ children }: { children: string }) => <bdi className="wrap-anywhere font-medium">{children}</bdi>;
const tabPath = (safeName: string, tab: "access" | "links") => `/projects?project=${safeName}&tab=${tab}`;

function itemsOf({ attention: { requests, links }, failedImports }: AttentionSectionProps): Item[] {
  const failed = failedImports.map(({ _id: id, projectName, error }) => {
    const text = (
      <>
        <Name>{projectName}</Name> was not published
      </>
    );
    return { id, icon: CircleAlert, text, note: error ?? "", action: "View Projects", path: "/projects" };
  });
  const requested = requests.map(({ _id: id, name, safeName, person, email, requestedAt }) => {
    const text = (
      <>
        <Name>{person}</Name> requests access to <Name>{name}</Name>
      </>
    );
    const note = `${email} · ${formatDate(requestedAt)}`;
    return { id, icon: UserRoundPlus, text, note, action: "Give Access", path: tabPath(safeName, "access") };
  });
  const expiring = links.map(({ _id: id, name, safeName, label, expiresAt }) => {
    const text = (
      <>
        A link to <Name>{name}</Name> expires soon
      </>
    );
    const note = [label, `until ${formatDate(expiresAt)}`].filter(Boolean).join(" · ");
    return { id, icon: TimerOff, text, note, action: "View Links", path: tabPath(safeName, "links") };
  });
  return [...failed, ...requested, ...expiring];
}

/** Lists what an admin should do something about, or nothing. The server reads it, so that it doesn't move the page when it appears. */
export function AttentionSection(props: AttentionSectionProps) {
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const items = itemsOf(props);
  if (items.length === 0) return null;
  const hidden = items.length - FIRST_SHOWN;
  return (
    <Card aria-labelledby={heading} className="grid min-w-0 overflow-hidden">
      <h2 id={heading} className="flex justify-between gap-3 border-b bg-surface px-4 py-2.5 font-semibold">
        Needs Attention <span className="font-normal text-ink-muted tabular-nums">{items.length}</span>
      </h2>
      <ul className="divide-y">
        {items.slice(0, isWhole ? undefined : FIRST_SHOWN).map(({ id, icon: Icon, text, note, action, path }) => (
          <li
            key={id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-4 py-2.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <Icon aria-hidden className="size-4 text-accent-ink" />
            <div className="min-w-0">
              <p>{text}</p>
              <p className="wrap-anywhere text-ink-muted text-sm">{note}</p>
            </div>
            <Button asChild variant="secondary" size="small" className="max-sm:col-start-2 max-sm:justify-self-start">
              <Link href={path}>{action}</Link>
            </Button>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <div className="border-t px-2 py-1">
          <Button variant="ghost" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${hidden} more`}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
