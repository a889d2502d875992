"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import {
  type AddedPasskey,
  addedPasskeySchema,
  type PasskeyName,
  type PasskeySummary,
  passkeyNameSchema,
} from "@/lib/accounts/passkeys/schema";
import { createPasskey, isDismissed, passkeyMessage } from "./ceremony";

const FAILED = "The passkey was not added. Try again.";

interface AddDialogProps {
  onAdded: (added: AddedPasskey) => void;
  onClose: () => void;
}

/** Names a passkey, then has the browser create it. */
export function AddDialog({ onAdded, onClose }: AddDialogProps) {
  const form = useForm<PasskeyName>({ resolver: zodResolver(passkeyNameSchema), defaultValues: { name: "" } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const [wasDismissed, setWasDismissed] = useState(false);

  const add = form.handleSubmit(async ({ name }) => {
    setWasDismissed(false);
    try {
      const response = await createPasskey("/api/auth/passkeys/options");
      onAdded(parseAnswer(addedPasskeySchema, await sendJson("POST", "/api/auth/passkeys", { name, response })));
    } catch (error) {
      if (isDismissed(error)) setWasDismissed(true);
      else if (error instanceof RequestError) showServerError(form, error, FAILED);
      else form.setError("root", { message: passkeyMessage(error, FAILED) });
    }
  });

  return (
    <FormDialog
      title="Add Passkey"
      description="Your browser then asks where to save the passkey, and for your fingerprint, face, PIN or security key."
      saveLabel="Add Passkey"
      savingLabel="Adding..."
      isSaving={isSubmitting}
      isChanged={isDirty}
      failure={formFailure(errors)}
      onSubmit={add}
      onClose={onClose}
    >
      <Field label="Name" required hint="The device or password manager that keeps it" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} dir="auto" required autoComplete="off" />}
      </Field>
      {wasDismissed ? <Notice>The dialog of the browser was closed. No passkey was added.</Notice> : null}
    </FormDialog>
  );
}

interface RenameDialogProps {
  passkey: PasskeySummary;
  onRenamed: () => void;
  onClose: () => void;
}

export function RenameDialog({ passkey: { _id, name }, onRenamed, onClose }: RenameDialogProps) {
  const form = useForm<PasskeyName>({ resolver: zodResolver(passkeyNameSchema), defaultValues: { name } });
  const { errors, isDirty, isSubmitting } = form.formState;

  const rename = form.handleSubmit(async (input) => {
    try {
      await sendJson("PATCH", `/api/auth/passkeys/${_id}`, input);
      onRenamed();
    } catch (error) {
      showServerError(form, error, "Failed to rename passkey");
    }
  });

  return (
    <FormDialog
      title="Rename Passkey"
      saveLabel="Rename"
      savingLabel="Renaming..."
      isSaving={isSubmitting}
      isChanged={isDirty}
      failure={formFailure(errors)}
      onSubmit={rename}
      onClose={onClose}
    >
      <Field label="Name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} dir="auto" required autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}

interface RemoveDialogProps {
  passkey: PasskeySummary;
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a passkey is removed. Ignores 404, because that passkey is removed already. */
export function RemoveDialog({ passkey: { _id, name }, reload, onClose }: RemoveDialogProps) {
  return (
    <DeleteDialog
      title="Remove Passkey"
      name={name}
      path={`/api/auth/passkeys/${_id}`}
      deletedMessage="Passkey removed"
      failedMessage="Failed to remove passkey"
      ignoresGone
      words={{ confirm: "Remove", busy: "Removing...", cancel: "Cancel" }}
      reload={reload}
      onClose={onClose}
    >
      You won't be able to sign in with{" "}
      <strong className="font-medium text-ink">
        <bdi>{name}</bdi>
      </strong>{" "}
      any more. Delete it from your device or password manager too.
    </DeleteDialog>
  );
}
