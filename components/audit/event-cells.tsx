import { ChevronRight } from "lucide-react";
import { type AuditEvent, labelOfAction, wordsOf } from "@/lib/audit/schema";
import { describeDetails } from "./describe-details";

const accountTypes: Readonly<Record<string, string>> = {
  user: "User account",
  admin: "Admin account",
  superadmin: "Super admin account",
};

/** The type of a target. That of an account names the role, which the details have. */
function typeOfTarget({ target, details }: Pick<AuditEvent, "target" | "details">): string {
  const type = target?.type ?? "";
  return (type === "account" && accountTypes[String(details?.["role"])]) || wordsOf(type);
}

export function WhatCell({ event }: { event: AuditEvent }) {
  return (
    <details className="group/event">
      <summary className="-mx-1.5 -my-0.5 inline-flex list-none items-center gap-1.5 rounded-md px-1.5 py-0.5 font-medium hover:bg-line/60 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-muted transition-transform group-open/event:rotate-90" />
        {labelOfAction(event.action)}
      </summary>
      <dl className="mt-2.5 mb-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {describeDetails(event).map(({ term, text, after }) => (
          <div key={term} className="contents">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="wrap-anywhere whitespace-pre-line max-sm:mb-1">
              <bdi>{text}</bdi>
              {after === undefined ? null : (
                <>
                  {" → "}
                  <bdi>{after}</bdi>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Breaks an email address before the @ instead of inside a word. */
function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  if (at < 0) return <bdi>{email}</bdi>;
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}

export function WhoCell({ event: { actor, address }, onShowActor }: { event: AuditEvent; onShowActor: (email: string) => void }) {
  if (!actor) return <span className="text-ink-muted">{address ? "Not signed in" : "System"}</span>;
  const { email } = actor;
  return (
    <button
      type="button"
      title={`Show what ${email} did`}
      onClick={() => onShowActor(email)}
      className="wrap-anywhere -mx-1.5 -my-0.5 rounded-md px-1.5 py-0.5 text-left hover:bg-line/60 hover:text-accent-ink"
    >
      <EmailText email={email} />
    </button>
  );
}

export function TargetCell({ event }: { event: AuditEvent }) {
  const { target } = event;
  if (!target) return <span className="text-ink-muted">—</span>;
  const type = typeOfTarget(event);
  if (!target.name) return <span className="text-ink-muted">{type}</span>;
  return (
    <span className="block">
      <span className="wrap-anywhere block">
        <EmailText email={target.name} />
      </span>
      <span className="block text-ink-muted text-sm">{type}</span>
    </span>
  );
}
