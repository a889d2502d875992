"use client";

import { LifeBuoy, Smartphone } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { countOf } from "@/components/shared/count-of";
import { lazyPart } from "@/components/shared/lazy-part";
import { UNREACHABLE } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { DateText } from "@/components/shared/time/date-text";
import { Button } from "@/components/ui/button";
import type { Factors } from "@/lib/accounts/second-factors/schema";
import { AuthenticatorSetup } from "./authenticator-setup";

const RecoveryCodesDialog = lazyPart(() => import("./recovery-codes-dialog").then(({ RecoveryCodesDialog }) => RecoveryCodesDialog));

/** Lets a label of several words wrap on a phone with large text. */
const wrapping = "h-auto min-h-8 max-w-full whitespace-normal pointer-coarse:h-auto pointer-coarse:min-h-10";

interface FactorRowProps {
  icon: typeof Smartphone;
  name: string;
  status: ReactNode;
  action: ReactNode;
}

function FactorRow({ icon: Icon, name, status, action }: FactorRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-3 px-5 py-3.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-surface text-ink-muted">
        <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{name}</p>
        <p className="text-ink-muted text-sm">{status}</p>
      </div>
      {action}
    </li>
  );
}

/** The user's own authenticator app and recovery codes. */
export function SecondFactorSection({ factors }: { factors: Factors }) {
  const { hasAuthenticator, authenticatorSince, passkeys, recoveryCodes } = factors;
  const router = useRouter();
  const { showBanner } = useBanner();
  const [asked, setAsked] = useState<"remove" | "renew" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isBusy, startTransition] = useTransition();
  const isLast = passkeys === 0;

  function done(message: string) {
    router.refresh();
    showBanner({ tone: "success", message });
  }

  async function attempt(call: () => Promise<void>, failed: string) {
    try {
      await call();
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, failed, UNREACHABLE), timeout: NOTICE_MS });
    }
    setAsked(null);
  }

  async function remove() {
    await requestJson("/api/auth/authenticator", { method: "DELETE" });
    done("Authenticator app removed");
  }

  async function renew() {
    const answer = (await requestJson("/api/auth/recovery-codes", { method: "POST" })) as { recoveryCodes: string[] };
    setCodes(answer.recoveryCodes);
  }

  return (
    <>
      <ul aria-label="Your second factors" className="divide-y">
        <FactorRow
          icon={Smartphone}
          name="Authenticator app"
          status={
            authenticatorSince === null ? (
              "Not set up"
            ) : (
              <>
                Since <DateText value={authenticatorSince} />
              </>
            )
          }
          action={
            hasAuthenticator ? (
              <Button variant="secondary" size="small" aria-label="Remove authenticator app" onClick={() => setAsked("remove")}>
                Remove
              </Button>
            ) : (
              <AuthenticatorSetup variant="secondary" size="small" className={wrapping} onDone={() => done("Authenticator app added")} />
            )
          }
        />
        {hasAuthenticator || passkeys > 0 ? (
          <FactorRow
            icon={LifeBuoy}
            name="Recovery codes"
            status={recoveryCodes === 0 ? "None left. Make new ones." : `${countOf(recoveryCodes, ["code", "codes"])} left`}
            action={
              <Button variant="secondary" size="small" className={wrapping} onClick={() => setAsked("renew")}>
                New Recovery Codes
              </Button>
            }
          />
        ) : null}
      </ul>
      <ConfirmDialog
        isOpen={asked === "remove"}
        title="Remove Authenticator App"
        confirmLabel={isBusy ? "Removing..." : "Remove"}
        isBusy={isBusy}
        onConfirm={() => startTransition(() => attempt(remove, "Failed to remove the authenticator app"))}
        onCancel={() => setAsked(null)}
      >
        {isLast
          ? "Your password alone will be enough to sign in, and your recovery codes stop working."
          : "You can no longer sign in with codes of this app."}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === "renew"}
        title="New Recovery Codes"
        confirmLabel={isBusy ? "Making..." : "Make New Codes"}
        isBusy={isBusy}
        onConfirm={() => startTransition(() => attempt(renew, "Failed to make new recovery codes"))}
        onCancel={() => setAsked(null)}
      >
        Your present recovery codes stop working.
      </ConfirmDialog>
      {codes ? (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            done("New recovery codes made");
          }}
        />
      ) : null}
    </>
  );
}
