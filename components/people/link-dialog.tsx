"use client";

import { useState } from "react";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { type Failure, FormFailure, failureOf } from "@/components/shared/form/form-failure";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { secretLinkSchema } from "@/lib/accounts/invitations/schema";
import { INVITATION_HOURS, NO_MAIL_SERVER } from "@/lib/accounts/invitations/values";
import { RESET_LINK_MINUTES } from "@/lib/accounts/password-resets/schema";

const kinds = {
  invitation: {
    label: "Copy Invitation Link",
    purpose: "can accept the invitation",
    limits: `It works once, within ${INVITATION_HOURS} hours. A link that was made before stops working.`,
  },
  reset: {
    label: "Copy Reset Link",
    purpose: "can set a new password",
    limits: `It works once, within ${RESET_LINK_MINUTES} minutes. Until then, the password stays as it is.`,
  },
} as const;

interface LinkDialogProps {
  kind: keyof typeof kinds;
  /** API path of the accounts of this kind. */
  path: string;
  id: string;
  name: string;
  onClose: () => void;
}

/** Makes a link for a person to pass on, on a server without mail. It is shown once. */
export function LinkDialog({ kind, path, id, name, onClose }: LinkDialogProps) {
  const { label, purpose, limits } = kinds[kind];
  const [url, setUrl] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function make() {
    setIsBusy(true);
    setFailure(null);
    try {
      const link = parseAnswer(secretLinkSchema, await requestJson(`${path}/${kind}-link/${id}`, { method: "POST" }));
      setUrl(link.url);
      // Plain http has no clipboard. The link is shown in any case.
      const copied = Promise.resolve().then(() => navigator.clipboard.writeText(link.url));
      setIsCopied(await copied.then(() => true).catch(() => false));
    } catch (error) {
      setFailure(failureOf(error, serverMessage(error, "The link was not made. Try again.")));
    }
    setIsBusy(false);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen || isBusy ? undefined : onClose())}>
      <DialogContent aria-describedby={undefined} onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader closeLabel={null}>
          <DialogTitle>{label}</DialogTitle>
        </DialogHeader>
        <DialogBody className="grid gap-4">
          <p className="wrap-anywhere text-ink-muted">
            {NO_MAIL_SERVER} With this link, <bdi className="font-medium text-ink">{name}</bdi> {purpose}: pass it on yourself. {limits}
          </p>
          {url ? (
            <Field label="Link" hint={`${isCopied ? "Link copied." : "Copy the link now."} It is not shown again.`}>
              {(control) => (
                <div className="flex gap-2">
                  <Input {...control} value={url} readOnly autoFocus onFocus={(event) => event.target.select()} />
                  <CopyLinkButton path={url} label="Copy Link" />
                </div>
              )}
            </Field>
          ) : null}
          {failure ? <FormFailure failure={failure} /> : null}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {url ? "Close" : "Cancel"}
          </Button>
          {url ? null : (
            <Button busy={isBusy} onClick={() => void make()}>
              {label}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
