"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { sendJson } from "@/components/shared/request-json";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type PasskeyName, type PasskeySummary, passkeyNameSchema } from "@/lib/accounts/passkeys/schema";

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
