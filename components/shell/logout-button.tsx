"use client";

import { LogOut } from "lucide-react";
import { useActionState, useTransition } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { isSignedOut, requestJson, serverMessage } from "@/components/shared/request-json";
import { announceSessionEnd, goToSignIn } from "@/components/shared/session-end";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { writeLastRefresh } from "./last-refresh";

/** Returns a function that ends the session of this browser and leads to the sign-in screen. */
export function useLogOut() {
  const { showBanner } = useBanner();
  return async () => {
    try {
      await requestJson("/api/auth/logout", { method: "POST" });
    } catch (error) {
      // 401: the session has already ended.
      if (!isSignedOut(error)) {
        showBanner({ tone: "error", message: serverMessage(error, "Error connecting to server") });
        return;
      }
    }
    writeLastRefresh(null);
    announceSessionEnd();
    goToSignIn();
  };
}

export function LogoutButton() {
  // A form action: React replays a submission from before hydration.
  const [, submit, isBusy] = useActionState(useLogOut(), undefined);

  return (
    <form action={submit} className="contents">
      <button
        type="submit"
        aria-busy={isBusy || undefined}
        className="flex h-10 items-center gap-3 rounded-lg px-3 font-medium text-sidebar-muted transition-colors hover:bg-sidebar-raised/60 hover:text-sidebar-ink focus-visible:outline-sidebar-accent focus-visible:outline-offset-0 pointer-coarse:h-11"
      >
        {isBusy ? <Spinner className="size-4.5" /> : <LogOut aria-hidden className="size-4.5 shrink-0" />}
        Logout
      </button>
    </form>
  );
}

/** Ends the session on a page that an account can't leave otherwise. */
export function LogOutLink() {
  const logOut = useLogOut();
  const [isBusy, startTransition] = useTransition();
  return (
    <Button variant="link" size="inline" busy={isBusy} onClick={() => startTransition(logOut)}>
      Log Out
    </Button>
  );
}
