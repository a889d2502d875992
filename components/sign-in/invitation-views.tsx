"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { type ReactNode, useCallback, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { PasswordInput } from "@/components/shared/form/password-input";
import { useEarlyForm } from "@/components/shared/form/use-early-form";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { type AcceptForm, acceptFormSchema } from "@/lib/accounts/invitations/schema";
import type { Accepted } from "./accept-with-passkey";
import type { PasskeyProblem } from "./sign-in-with-passkey";
import { authErrorMessage, FormNotice, ViewHeading } from "./view-parts";

interface InvitationLink {
  token: string;
  name: string;
  email: string;
}

interface AcceptFormProps {
  link: InvitationLink;
  heading: string;
  /** Called when the link was used, revoked or replaced, or has expired, while the page was open. */
  onProblem: (message: string) => void;
}

function AcceptFields({ link, heading, onProblem }: AcceptFormProps) {
  const [failure, setFailure] = useState("");
  const clearFailure = useCallback(() => setFailure(""), []);
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm({
    resolver: zodResolver(acceptFormSchema),
    defaultValues: { fullName: link.name, newPassword: "", confirmation: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const early = useEarlyForm(form, save);
  const isBusy = isSubmitting || isLeaving;

  // A page load discards the token, and the session of another account.
  const open = () => window.location.assign("/dashboard");

  function checkName(): string | null {
    const fullName = form.getValues("fullName").trim();
    if (fullName !== "") return fullName;
    form.setError("fullName", { message: "Full name is required" }, { shouldFocus: true });
    return null;
  }

  async function save({ fullName, newPassword }: AcceptForm) {
    setFailure("");
    try {
      await sendJson("POST", "/api/auth/accept-invitation", { token: link.token, fullName, newPassword });
      setIsLeaving(true);
      open();
    } catch (error) {
      const fields = error instanceof RequestError ? error.fields : {};
      const [wrong] = (["fullName", "newPassword"] as const).filter((name) => fields[name]);
      if (fields["token"]) onProblem(fields["token"]);
      else if (wrong) form.setError(wrong, { message: fields[wrong] }, { shouldFocus: true });
      else setFailure(authErrorMessage(error, navigator.onLine));
    }
  }

  return (
    <>
      <form {...early} aria-labelledby={heading} className="mt-6 grid gap-5">
        {/* Password managers save this username with the new password. */}
        <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
        <Field label="Full Name" error={errors.fullName?.message}>
          {(field) => (
            <Input {...field} {...form.register("fullName")} defaultValue={link.name} dir="auto" autoComplete="name" className="h-11" />
          )}
        </Field>
        <Field label="Password" error={errors.newPassword?.message}>
          {(field) => (
            <PasswordInput
              {...field}
              {...form.register("newPassword", { deps: "confirmation" })}
              autoComplete="new-password"
              placeholder="min 8 characters"
              className="h-11"
            />
          )}
        </Field>
        <Field label="Confirm Password" error={errors.confirmation?.message}>
          {(field) => (
            <PasswordInput {...field} {...form.register("confirmation")} what="confirmation" autoComplete="new-password" className="h-11" />
          )}
        </Field>
        <Button type="submit" size="large" busy={isBusy} className="mt-1 w-full">
          {isBusy ? "Creating..." : "Create account"}
        </Button>
        {failure ? <FormNotice onDismiss={clearFailure}>{failure}</FormNotice> : null}
      </form>
      <PasskeyAcceptance token={link.token} checkName={checkName} onInvalid={onProblem} onAccepted={open} />
    </>
  );
}

interface InvitationViewsProps {
  /** Null for a link that is not valid. */
  link: InvitationLink | null;
  /** Why the link is not valid. */
  problem: string;
  /** Null when the inviter was deleted. */
  inviter: string | null;
  /** Name of the product. */
  product: string;
  /** From the page, so that its code is loaded only where it is shown. */
  singleSignOn: ReactNode;
  /** Whether the account can't have a password. */
  hidesPassword: boolean;
}

/** Accepts an invitation, or says why the link is not valid. */
export function InvitationViews({ link, problem, inviter, product, singleSignOn, hidesPassword }: InvitationViewsProps) {
  const [lateProblem, setLateProblem] = useState<string | null>(null);
  const heading = useId();

  if (!link || lateProblem) {
    return (
      <>
        <ViewHeading takesFocus={lateProblem !== null}>Invitation</ViewHeading>
        <Notice tone="error" live={lateProblem !== null} className="mt-5">
          {lateProblem ?? problem}
        </Notice>
        <p className="wrap-anywhere mt-5 text-ink-muted">
          Ask <bdi>{inviter ?? "an administrator"}</bdi> to send it again. If you have created your account already, sign in.
        </p>
        <Button asChild size="large" className="mt-7 w-full">
          <Link href="/login">Log In</Link>
        </Button>
      </>
    );
  }
  return (
    <>
      <ViewHeading id={heading}>Create your account</ViewHeading>
      <p className="wrap-anywhere text-ink-muted">
        <bdi>{inviter ?? "An administrator"}</bdi> invites you to {product}. You will sign in with{" "}
        <strong className="font-medium text-ink">
          <bdi>{link.email}</bdi>
        </strong>
        .
      </p>
      {hidesPassword ? null : <AcceptFields link={link} heading={heading} onProblem={setLateProblem} />}
      {singleSignOn}
    </>
  );
}

const notLoaded: PasskeyProblem = { tone: "error", message: "Cannot connect to server. Please check if the server is running." };

interface PasskeyAcceptanceProps {
  token: string;
  /** Checks the name of the form. @returns null when it is not valid */
  checkName: () => string | null;
  onInvalid: (message: string) => void;
  onAccepted: () => void;
}

/** Accepts an invitation with a passkey in place of a password, and shows the recovery codes. */
function PasskeyAcceptance({ token, checkName, onInvalid, onAccepted }: PasskeyAcceptanceProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<PasskeyProblem | null>(null);
  const [accepted, setAccepted] = useState<Accepted | null>(null);

  async function accept() {
    const fullName = checkName();
    if (fullName === null) return;
    setIsBusy(true);
    setProblem(null);
    const found = await import("./accept-with-passkey").then(
      ({ acceptWithPasskey }) => acceptWithPasskey(token, fullName, onInvalid),
      () => notLoaded,
    );
    if (found && "codes" in found) setAccepted(found);
    else {
      setProblem(found);
      setIsBusy(false);
    }
  }

  return (
    <>
      <Button variant="secondary" size="large" busy={isBusy} onClick={accept} className="mt-5 h-auto min-h-11 w-full whitespace-normal">
        Create account with a passkey
      </Button>
      {problem ? (
        <Notice tone={problem.tone} className="mt-5">
          {problem.message}
        </Notice>
      ) : null}
      {accepted ? <accepted.Dialog codes={accepted.codes} onClose={onAccepted} /> : null}
    </>
  );
}
