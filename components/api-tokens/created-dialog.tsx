"use client";

import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

/** Shows a new token, once. It closes only by its buttons and Escape, so that a stray click doesn't lose the token. */
export function CreatedDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    try {
      // Undefined on plain http, except on localhost.
      await navigator.clipboard.writeText(token);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
      field.current?.select();
    }
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent className="sm:max-w-xl" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>API Token Created</DialogTitle>
          <DialogDescription>
            <bdi>{name}</bdi>
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="grid gap-4">
          <Notice tone="warning" live={false}>
            Copy the token now and store it as a secret. You can't see it again.
          </Notice>
          <Field label="Token">
            {(control) => (
              <div className="flex flex-wrap gap-2">
                <Input
                  {...control}
                  ref={field}
                  value={token}
                  readOnly
                  spellCheck={false}
                  onFocus={(event) => event.target.select()}
                  className="min-w-0 flex-[1_1_14rem] font-mono"
                />
                <Button onClick={() => void copy()}>
                  {outcome === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
                  Copy
                </Button>
              </div>
            )}
          </Field>
          <p role="status" className="min-h-5 text-ink-muted text-sm">
            {outcome === "copied" ? "Token copied" : null}
            {outcome === "refused" ? "The browser doesn't allow copying. The token is selected: copy it with the keyboard." : null}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
