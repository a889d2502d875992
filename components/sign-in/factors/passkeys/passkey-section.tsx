"use client";

import { Fingerprint, Plus } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/components/shared/count-of";
import { lazyPart } from "@/components/shared/lazy-part";
import { loadErrorMessage, retryLabel, retryOf } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { DateText, LastUsed } from "@/components/shared/time/date-text";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import { useNow } from "@/components/shared/time/use-now";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { type PasskeySummary, passkeyListSchema } from "@/lib/accounts/passkeys/schema";
import { supportsPasskeys, UNSUPPORTED } from "./ceremony";
import { PasskeySetup } from "./passkey-setup";

const RenameDialog = lazyPart(() => import("./passkey-dialogs").then(({ RenameDialog }) => RenameDialog));
const RemoveDialog = lazyPart(() => import("./passkey-dialogs").then(({ RemoveDialog }) => RemoveDialog));

interface PasskeyRowProps {
  passkey: PasskeySummary;
  now: number;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey: { _id, name, createdAt, lastUsedAt }, now, onRename, onRemove }: PasskeyRowProps) {
  const factsId = `passkey-${_id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 px-5 py-3.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-surface text-ink-muted">
        <Fingerprint aria-hidden className="size-4.5" strokeWidth={1.75} />
      </span>
      <div id={factsId} className="grid min-w-40 flex-1 gap-0.5">
        <bdi className="wrap-anywhere font-medium">{name}</bdi>
        <ul className="flex flex-wrap gap-x-4 text-ink-muted text-sm">
          <li>
            Last used: <LastUsed at={lastUsedAt} now={now} />
          </li>
          <li>
            Created <DateText value={createdAt} />
          </li>
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-describedby={factsId} onClick={onRename}>
          Rename
        </Button>
        <Button variant="secondary" size="small" aria-describedby={factsId} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

interface PasskeySectionProps {
  passkeys: PasskeySummary[];
  /** When the server rendered the screen, in milliseconds since 1970. */
  madeAt: number;
}

/** The user's own passkeys: adds, lists, renames and removes them. */
export function PasskeySection({ passkeys: initial, madeAt }: PasskeySectionProps) {
  const now = useNow(madeAt);
  const isHydrated = useHydrated();
  const { showBanner } = useBanner();
  const [renaming, setRenaming] = useState<PasskeySummary | null>(null);
  const [removing, setRemoving] = useState<PasskeySummary | null>(null);
  const { data, mutate } = useJson("/api/auth/passkeys", passkeyListSchema, {
    fallbackData: { passkeys: initial },
    onError: (error) => {
      const action = { label: retryLabel(error), run: retryOf(error, () => void reload()) };
      showBanner({ tone: "error", message: loadErrorMessage(error, "Failed to load passkeys"), action, timeout: NOTICE_MS });
    },
  });
  const reload = async () => void (await mutate().catch(() => undefined));
  const passkeys = data?.passkeys ?? initial;
  const isUnsupported = isHydrated && !supportsPasskeys();

  function showAdded() {
    showBanner({ tone: "success", message: "Passkey added" });
    void reload();
  }

  function showRenamed() {
    setRenaming(null);
    showBanner({ tone: "success", message: "Passkey renamed" });
    void reload();
  }

  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-surface px-5 py-2.5">
        <p className="font-medium text-ink-muted text-sm">
          {passkeys.length > 0 ? countOf(passkeys.length, ["passkey", "passkeys"]) : "No passkeys yet"}
        </p>
        {isUnsupported ? null : (
          <PasskeySetup variant="secondary" size="small" onDone={showAdded}>
            <Plus aria-hidden />
            Add Passkey
          </PasskeySetup>
        )}
      </div>
      {isUnsupported ? <p className="border-t px-5 py-3.5">{UNSUPPORTED}</p> : null}
      {passkeys.length > 0 ? (
        <ul aria-label="Your passkeys" className="divide-y border-t">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey._id}
              passkey={passkey}
              now={now}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      ) : null}
      {renaming ? <RenameDialog passkey={renaming} onRenamed={showRenamed} onClose={() => setRenaming(null)} /> : null}
      {removing ? <RemoveDialog passkey={removing} reload={reload} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}
