"use client";

import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/components/shared/count-of";
import { lazyPart } from "@/components/shared/lazy-part";
import { loadErrorMessage, retryLabel, retryOf } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { DateText, LastUsed } from "@/components/shared/time/date-text";
import { useNow } from "@/components/shared/time/use-now";
import { useJson } from "@/components/shared/use-json";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { type ApiTokenSummary, apiTokenListSchema } from "@/lib/accounts/api-tokens/schema";
import type { Role } from "@/lib/accounts/sessions/schema";
import type { CreatedToken } from "./new-token-dialog";
import { RevokeDialog } from "./revoke-dialog";
import { describeProjects, isExpired, scopeNames } from "./token-texts";

const NewTokenDialog = lazyPart(() => import("./new-token-dialog").then(({ NewTokenDialog }) => NewTokenDialog));
const CreatedDialog = lazyPart(() => import("./new-token-dialog").then(({ CreatedDialog }) => CreatedDialog));

function TokenRow({ token, now, onRevoke }: { token: ApiTokenSummary; now: number; onRevoke: () => void }) {
  const { _id, name, scope, createdAt, expiresAt, lastUsedAt } = token;
  const factsId = `token-${_id}`;
  return (
    <li className="flex items-center gap-3.5 px-5 py-3.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-surface text-ink-muted">
        <KeyRound aria-hidden className="size-4.5" strokeWidth={1.75} />
      </span>
      <div id={factsId} className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="wrap-anywhere font-medium">{name}</bdi>
          <Badge>{scopeNames[scope]}</Badge>
          {isExpired(token, now) ? <Badge tone="warning">Expired</Badge> : null}
        </p>
        {scope === "publish" ? <p className="wrap-anywhere text-sm">{describeProjects(token)}</p> : null}
        <ul className="flex flex-wrap gap-x-4 text-ink-muted text-sm">
          <li>
            Last used: <LastUsed at={lastUsedAt} now={now} />
          </li>
          <li>
            {isExpired(token, now) ? "Expired" : "Expires"} <DateText value={expiresAt} />
          </li>
          <li>
            Created <DateText value={createdAt} />
          </li>
        </ul>
      </div>
      <Button variant="secondary" size="small" aria-describedby={factsId} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

interface ApiTokenSectionProps {
  role: Role;
  tokens: ApiTokenSummary[];
  /** When the server rendered the screen, in milliseconds since 1970. */
  madeAt: number;
}

/** The user's own API tokens: creates, lists and revokes them. */
export function ApiTokenSection({ role, tokens: initial, madeAt }: ApiTokenSectionProps) {
  const now = useNow(madeAt);
  const { showBanner } = useBanner();
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const [revoking, setRevoking] = useState<ApiTokenSummary | null>(null);
  const { data, mutate } = useJson("/api/auth/tokens", apiTokenListSchema, {
    fallbackData: { tokens: initial },
    onError: (error) => {
      const action = { label: retryLabel(error), run: retryOf(error, () => void reload()) };
      showBanner({ tone: "error", message: loadErrorMessage(error, "Failed to load API tokens"), action, timeout: NOTICE_MS });
    },
  });
  const reload = async () => void (await mutate().catch(() => undefined));
  const tokens = data?.tokens ?? initial;

  function show(token: CreatedToken) {
    setIsCreating(false);
    setCreated(token);
    void reload();
  }

  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-surface px-5 py-2.5">
        <p className="font-medium text-ink-muted text-sm">
          {tokens.length > 0 ? countOf(tokens.length, ["API token", "API tokens"]) : "No API tokens yet"}
        </p>
        <Button variant="secondary" size="small" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden />
          New Token
        </Button>
      </div>
      {tokens.length > 0 ? (
        <ul aria-label="Your API tokens" className="divide-y border-t">
          {tokens.map((token) => (
            <TokenRow key={token._id} token={token} now={now} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      ) : null}
      {isCreating ? <NewTokenDialog role={role} onCreated={show} onClose={() => setIsCreating(false)} /> : null}
      {created ? <CreatedDialog name={created.apiToken.name} token={created.token} onClose={() => setCreated(null)} /> : null}
      {revoking ? <RevokeDialog token={revoking} reload={reload} onClose={() => setRevoking(null)} /> : null}
    </>
  );
}
