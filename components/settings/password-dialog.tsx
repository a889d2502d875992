"use client";

import { useWatch } from "react-hook-form";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { formFailure } from "@/components/shared/form/form-failure";
import type { Role } from "@/lib/accounts/sessions/schema";
import { type PasswordAnswer, PasswordFields, usePasswordForm } from "./password-fields";
import { roleSettings } from "./role-settings";

interface PasswordDialogProps {
  role: Role;
  email: string;
  onChanged: (answer: PasswordAnswer) => void;
  onClose: () => void;
}

export function PasswordDialog({ role, email, onChanged, onClose }: PasswordDialogProps) {
  const { form, submit } = usePasswordForm({ role }, onChanged);
  const typed = useWatch({ control: form.control });
  const { errors, isDirty, isSubmitting } = form.formState;

  return (
    <FormDialog
      isSaving={isSubmitting}
      canSave={!roleSettings[role].marksRequired || Object.values(typed).every(Boolean)}
      isChanged={isDirty}
      failure={formFailure(errors)}
      onSubmit={submit}
      title="Change Password"
      description="You stay signed in here. All your other sessions end."
      saveLabel="Save Password"
      savingLabel="Changing..."
      onClose={onClose}
      className="sm:max-w-md"
    >
      <PasswordFields form={form} role={role} email={email} />
    </FormDialog>
  );
}
