"use client";

import { type FormEvent, useState } from "react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { type Failure, failureOf } from "@/components/shared/form/form-failure";
import { PasswordInput } from "@/components/shared/form/password-input";
import { loadErrorMessage } from "@/components/shared/load-error";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { useJson } from "@/components/shared/use-json";
import { beginSingleSignOn } from "@/components/sign-in/begin-single-sign-on";
import { codeFields, methodNames } from "@/components/sign-in/factors/factor-texts";
import { askForPasskey, isDismissed, passkeyMessage } from "@/components/sign-in/factors/passkeys/ceremony";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { type ProofMethod, proofMethodsSchema } from "@/lib/accounts/proofs/schema";
import { PROOF_MINUTES } from "@/lib/accounts/proofs/values";

const names: Record<ProofMethod, string> = { ...methodNames, password: "your password", "single-sign-on": "single sign-on" };

/** Gives a proof, or leaves for the provider. @returns false when the page is left */
async function give(method: ProofMethod, text: string): Promise<boolean> {
  if (method === "single-sign-on") {
    const { pathname, search } = window.location;
    window.location.assign(await beginSingleSignOn(`${pathname}${search}`, true));
    return false;
  }
  const isPassword = method === "password";
  const proof = method === "passkey" ? { passkey: await askForPasskey() } : { [isPassword ? "password" : "code"]: text };
  await sendJson("POST", "/api/auth/proof", proof);
  return true;
}

interface ProofDialogProps {
  email: string;
  onProven: () => void;
  onClose: () => void;
}

/** Asks the person for the password or a second factor, before a sensitive change. */
export function ProofDialog({ email, onProven, onClose }: ProofDialogProps) {
  const { data, error, mutate } = useJson("/api/auth/proof", proofMethodsSchema, { revalidateOnFocus: false });
  const [chosen, setChosen] = useState<ProofMethod | null>(null);
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const methods = data?.methods ?? [];
  const method = chosen ?? methods[0];
  const needsText = method !== "passkey" && method !== "single-sign-on";

  function choose(other: ProofMethod) {
    setChosen(other);
    setText("");
    setWrong("");
    setFailure(null);
  }

  function fail(problem: unknown) {
    const { password, code } = problem instanceof RequestError ? problem.fields : {};
    const message = password ?? code;
    setIsBusy(false);
    if (message) setWrong(message);
    else
      setFailure(failureOf(problem, isDismissed(problem) ? "No passkey was used." : passkeyMessage(problem, "It could not be confirmed.")));
  }

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (!method) return;
    setIsBusy(true);
    setWrong("");
    setFailure(null);
    try {
      if (await give(method, text)) onProven();
    } catch (problem) {
      fail(problem);
    }
  }

  return (
    <FormDialog
      title="Confirm that it is you"
      description={`This is asked before important changes when you signed in more than ${PROOF_MINUTES} minutes ago.`}
      saveLabel="Confirm"
      savingLabel="Confirming..."
      isSaving={isBusy}
      canSave={method !== undefined && (!needsText || text !== "")}
      isChanged={false}
      failure={failure}
      onSubmit={(event) => void confirm(event)}
      onClose={onClose}
      className="sm:max-w-md"
    >
      {error ? (
        <FailurePanel
          error={error}
          title="It could not be asked."
          message={loadErrorMessage(error, "Please try again.")}
          onRetry={() => void mutate()}
        />
      ) : null}
      {data || error ? null : <Spinner label="Loading..." className="mx-auto size-6 text-accent" />}
      {method ? <ProofField key={method} method={method} email={email} text={text} error={wrong} onChange={setText} /> : null}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} variant="link" size="inline" className="justify-self-start whitespace-normal" onClick={() => choose(other)}>
            {`Use ${names[other]} instead`}
          </Button>
        ))}
      {data && methods.length === 0 ? <p>Sign out and sign in again, then repeat the change.</p> : null}
    </FormDialog>
  );
}

interface ProofFieldProps {
  method: ProofMethod;
  /** Of the account whose password is asked for. */
  email: string;
  text: string;
  error: string;
  onChange: (text: string) => void;
}

/** The field of a proof, or what happens for a proof without one. */
function ProofField({ method, email, text, error, onChange }: ProofFieldProps) {
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
