"use client";

import { type FormEvent, useState } from "react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { type Failure, failureOf } from "@/components/shared/form/form-failure";
import { PasswordInput } from "@/components/shared/form/password-input";
import { loadErrorMessage, serverMessage, UNREACHABLE } from "@/components/shared/load-error";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { useJson } from "@/components/shared/use-json";
import { beginSingleSignOn } from "@/components/sign-in/begin-single-sign-on";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Spinner } from "@/components/ui/spinner";
import { PROOF_MINUTES } from "@/lib/accounts/proofs/values";

const loadSchema = () => import("@/lib/accounts/proofs/schema").then(({ proofMethodsSchema }) => proofMethodsSchema);

interface ProofDialogProps {
  email: string;
  onProven: () => void;
  onClose: () => void;
}

/** Asks for the password, or leads to the provider, before a sensitive change. */
export function ProofDialog({ email, onProven, onClose }: ProofDialogProps) {
  const { data, error, mutate } = useJson("/api/auth/proof", loadSchema, { revalidateOnFocus: false });
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const methods = data?.methods ?? [];
  const takesPassword = methods.includes("password");

  async function attempt(work: () => Promise<void>) {
    setIsBusy(true);
    setWrong("");
    setFailure(null);
    try {
      await work();
    } catch (problem) {
      const message = problem instanceof RequestError ? problem.fields["password"] : undefined;
      if (message) setWrong(message);
      else setFailure(failureOf(problem, serverMessage(problem, "It could not be confirmed.", UNREACHABLE)));
      setIsBusy(false);
    }
  }

  function confirm(event: FormEvent) {
    event.preventDefault();
    void attempt(async () => {
      await sendJson("POST", "/api/auth/proof", { password });
      onProven();
    });
  }

  function leave() {
    void attempt(async () => {
      const { pathname, search } = window.location;
      window.location.assign(await beginSingleSignOn(`${pathname}${search}`, true));
    });
  }

  return (
    <FormDialog
      title="Confirm that it is you"
      description={`This is asked before important changes when you signed in more than ${PROOF_MINUTES} minutes ago.`}
      saveLabel="Confirm"
      savingLabel="Confirming..."
      isSaving={isBusy}
      canSave={takesPassword && password !== ""}
      isChanged={false}
      failure={failure}
      onSubmit={confirm}
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
      {takesPassword ? (
        <>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <Field label="Password" error={wrong || undefined}>
            {(control) => (
              <PasswordInput
                {...control}
                autoFocus
                name="password"
                autoComplete="current-password"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            )}
          </Field>
        </>
      ) : null}
      {methods.includes("single-sign-on") ? (
        <Button variant="secondary" busy={isBusy} onClick={leave} className="w-full">
          Sign in again
        </Button>
      ) : null}
      {data && methods.length === 0 ? <p>Log out and log in again, then repeat the change.</p> : null}
    </FormDialog>
  );
}
