import type { UseFormRegisterReturn } from "react-hook-form";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/schema";

interface FieldState {
  control: UseFormRegisterReturn;
  error: string | undefined;
}

interface PersonFieldsProps {
  nameLabel: string;
  name: FieldState;
  email: FieldState;
  password: FieldState;
  isNew: boolean;
}

export function PersonFields({ nameLabel, name, email, password, isNew }: PersonFieldsProps) {
  return (
    <>
      <Field label={nameLabel} required error={name.error}>
        {(control) => <Input {...control} {...name.control} dir="auto" required autoComplete="off" />}
      </Field>
      <Field label="Email" required error={email.error}>
        {(control) => (
          <Input
            {...control}
            {...email.control}
            type="email"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="name@example.com"
          />
        )}
      </Field>
      <Field
        label={isNew ? "Password" : "Password (leave blank to keep current)"}
        required={isNew}
        // The error replaces the hint, so that nothing below moves.
        hint={password.error ? undefined : `At least ${NEW_PASSWORD_MIN} characters`}
        error={password.error}
      >
        {(control) => <PasswordInput {...control} {...password.control} required={isNew} autoComplete="new-password" />}
      </Field>
    </>
  );
}
