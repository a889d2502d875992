"use client";

import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useState } from "react";
import { useNativeForm } from "@/components/shared/form/use-native-form";
import { isSignedOut } from "@/components/shared/load-error";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FactorCodeInput, SecondFactorMethod } from "@/lib/accounts/second-factors/schema";
import { authErrorMessage, FormNotice, ViewHeading } from "./view-parts";

const loadSchema = () => import("@/lib/accounts/second-factors/schema").then(({ factorCodeBodySchema }) => factorCodeBodySchema);

const kinds = {
  authenticator: {
    label: "Code",
    hint: "The six digits that your authenticator app shows.",
    input: { inputMode: "numeric", autoComplete: "one-time-code" },
  },
  "recovery-code": {
    label: "Recovery code",
    hint: "One of the codes that you saved. Each works once.",
    input: { autoComplete: "off", autoCapitalize: "none" },
  },
} as const;

interface CodeFormProps {
  kind: keyof typeof kinds;
  next: string;
  onExpired: (message: string) => void;
}

function CodeForm({ kind, next, onExpired }: CodeFormProps) {
  const [failure, setFailure] = useState("");
  const clearFailure = useCallback(() => setFailure(""), []);
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useNativeForm({ defaults: { code: "" }, loadSchema, save: enter });
  const isBusy = form.isSubmitting || isLeaving;
  const heading = useId();
  const { label, hint, input } = kinds[kind];

  const focusCode = useEffectEvent(() => form.focus("code"));
  useEffect(() => focusCode(), []);

  async function enter(typed: FactorCodeInput) {
    setFailure("");
    try {
      await sendJson("POST", "/api/auth/second-factor", typed);
      setIsLeaving(true);
      window.location.assign(next);
    } catch (error) {
      const wrong = error instanceof RequestError ? error.fields["code"] : undefined;
      if (wrong) {
        form.setError("code", wrong);
        form.focus("code");
      } else if (isSignedOut(error)) onExpired(authErrorMessage(error, navigator.onLine));
      else setFailure(authErrorMessage(error, navigator.onLine));
    }
  }

  return (
    <>
      <ViewHeading id={heading}>Two-step verification</ViewHeading>
      <form {...form.props} aria-labelledby={heading} className="mt-7 grid gap-5">
        <Field label={label} hint={hint} error={form.errors.code}>
          {(control) => <Input {...control} {...input} name="code" spellCheck={false} className="h-11 font-mono" />}
        </Field>
        <Button type="submit" size="large" busy={isBusy} className="mt-1 w-full">
          {isBusy ? "Signing In..." : "Continue"}
        </Button>
        {failure ? <FormNotice onDismiss={clearFailure}>{failure}</FormNotice> : null}
      </form>
    </>
  );
}

export interface SecondStepProps {
  /** What the account has. */
  methods: readonly SecondFactorMethod[];
  next: string;
  /** Signs in with a passkey, if the account has one. */
  passkey?: ReactNode;
  /** Leads back to the first step. @param message why */
  onBack: (message?: string) => void;
}

/** The second step of the sign-in, after the password. */
export function SecondStep({ methods, next, passkey, onBack }: SecondStepProps) {
  const hasApp = methods.includes("authenticator");
  const [usesApp, setUsesApp] = useState(hasApp);
  const kind = usesApp ? "authenticator" : "recovery-code";
  return (
    <>
      <CodeForm key={kind} kind={kind} next={next} onExpired={onBack} />
      {methods.includes("passkey") ? passkey : null}
      <div className="mt-7 grid justify-items-center gap-4">
        {hasApp ? (
          <Button variant="link" size="inline" className="whitespace-normal" onClick={() => setUsesApp(!usesApp)}>
            {usesApp ? "Use a recovery code instead" : "Use your authenticator app instead"}
          </Button>
        ) : null}
        <Button variant="link" size="inline" onClick={() => onBack()}>
          Back to Login
        </Button>
      </div>
    </>
  );
}
