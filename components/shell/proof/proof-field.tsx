import { codeFields } from "@/components/factors/factor-texts";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ProofMethod } from "@/lib/accounts/proofs/schema";

interface ProofFieldProps {
  method: ProofMethod;
  /** Of the account whose password is asked for. */
  email: string;
  text: string;
  error: string;
  onChange: (text: string) => void;
}

/** The field of a proof, or what happens for a proof without one. */
export function ProofField({ method, email, text, error, onChange }: ProofFieldProps) {
  const typed = { value: text, autoFocus: true, onChange: ({ target }: { target: HTMLInputElement }) => onChange(target.value) };
  switch (method) {
    case "password":
      return (
        <>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <Field label="Password" error={error || undefined}>
            {(control) => <PasswordInput {...control} {...typed} name="password" autoComplete="current-password" />}
          </Field>
        </>
      );
    case "passkey":
      return <p>Your browser asks for your fingerprint, face, PIN or security key.</p>;
    case "single-sign-on":
      return <p>You sign in at the provider again, and come back to this page. Then repeat the change.</p>;
    default: {
      const { label, hint, input } = codeFields[method];
      return (
        <Field label={label} hint={hint} error={error || undefined}>
          {(control) => <Input {...control} {...typed} {...input} name="code" spellCheck={false} className="font-mono" />}
        </Field>
      );
    }
  }
}
