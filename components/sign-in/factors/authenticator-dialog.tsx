"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Copy } from "lucide-react";
import { useForm } from "react-hook-form";
import { QrCode } from "@/components/access/qr-code";
import { CopyButton } from "@/components/shared/copy-link-button";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { UNREACHABLE } from "@/components/shared/load-error";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import {
  confirmedFactorSchema,
  type FactorCodeInput,
  factorCodeBodySchema,
  type NewAuthenticator,
} from "@/lib/accounts/second-factors/schema";

interface AuthenticatorDialogProps extends NewAuthenticator {
  /** @param recoveryCodes with the first second factor */
  onConfirmed: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

/** Shows the secret of a new authenticator app, and asks for a first code. */
export function AuthenticatorDialog({ secret, uri, onConfirmed, onClose }: AuthenticatorDialogProps) {
  const form = useForm<FactorCodeInput>({ resolver: zodResolver(factorCodeBodySchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const confirm = form.handleSubmit(async (input) => {
    try {
      const answer = await sendJson("POST", "/api/auth/authenticator/confirm", input);
      onConfirmed(parseAnswer(confirmedFactorSchema, answer).recoveryCodes);
    } catch (error) {
      showServerError(form, error, serverMessage(error, "Failed to add the authenticator app", UNREACHABLE));
    }
  });

  return (
    <FormDialog
      title="Set Up Authenticator App"
      description="Scan the QR code with an authenticator app on your phone. Then enter the code that the app shows."
      saveLabel="Turn On"
      isSaving={isSubmitting}
      isChanged={false}
      failure={formFailure(errors)}
      onSubmit={confirm}
      onClose={onClose}
    >
      <div className="justify-self-center">
        <QrCode text={uri} label="QR code for the authenticator app" />
      </div>
      <Field label="Key" hint="If you can't scan the code, type this key into the app.">
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...control}
              value={secret.replace(/(.{4})(?=.)/g, "$1 ")}
              readOnly
              spellCheck={false}
              onFocus={(event) => event.target.select()}
              className="min-w-0 flex-[1_1_16rem] font-mono text-sm"
            />
            <CopyButton icon={Copy} text={secret} label="Copy" copied="Key copied" failed="The key is" />
          </div>
        )}
      </Field>
      <Field label="Code" hint="The six digits that the app shows." error={errors.code?.message}>
        {(control) => (
          <Input {...control} {...form.register("code")} inputMode="numeric" autoComplete="one-time-code" className="font-mono" autoFocus />
        )}
      </Field>
    </FormDialog>
  );
}
