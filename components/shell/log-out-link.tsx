"use client";

import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { useLogOut } from "./logout-button";

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
