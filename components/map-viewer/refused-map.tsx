"use client";

import { useState } from "react";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ACCESS_REQUESTED } from "@/lib/projects/access-requests/schema";

type Step = { is: "idle" | "sending" | "requested" } | { is: "failed"; message: string };

/** Looks the same for a map that isn't shared and for one that doesn't exist. */
export function RefusedMap({ safeName, onClose }: { safeName: string; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ is: "idle" });
  async function request() {
    setStep({ is: "sending" });
    try {
      await sendJson("POST", "/api/project/request-access", { safeName });
      setStep({ is: "requested" });
    } catch (error) {
      setStep({ is: "failed", message: serverMessage(error, "Your request could not be sent. Check your connection and try again.") });
    }
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent>
        <DialogBody className="grid gap-2 pt-5">
          <p className="wrap-anywhere font-semibold text-accent-ink">{safeName}</p>
          <DialogTitle>This map isn&apos;t shared with you</DialogTitle>
          <DialogDescription>An admin can share it. If the link is wrong, there may be no map at this address.</DialogDescription>
          {step.is === "requested" ? <Notice tone="success">{ACCESS_REQUESTED}</Notice> : null}
          {step.is === "failed" ? <Notice tone="error">{step.message}</Notice> : null}
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="secondary">Close</Button>
          </DialogClose>
          <Button
            busy={step.is === "sending"}
            aria-disabled={step.is === "requested" || undefined}
            onClick={step.is === "requested" ? undefined : () => void request()}
          >
            {step.is === "requested" ? "Access requested" : "Request access"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
