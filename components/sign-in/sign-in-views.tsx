"use client";

import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { PasswordInput } from "@/components/shared/form/password-input";
import { useEarlyForm } from "@/components/shared/form/use-early-form";
import { isSignedOut, sendJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { SignInInput } from "@/lib/accounts/schema";
import type { SecondFactorMethod } from "@/lib/accounts/second-factors/schema";
import { lateRules, preloadRules } from "./late-rules";
import { PasskeySignIn } from "./passkey-sign-in";
import type { SecondStepProps } from "./second-step";
import { authErrorMessage, EmailInput, FormNotice, noTokenMessage, OrLine, signInMessages, ViewHeading } from "./view-parts";

const resolver = lateRules(({ signInRules }) => signInRules);

interface SignInAnswer {
  token?: unknown;
  secondFactor?: { methods: SecondFactorMethod[] };
}

/** Shown after a click, and so loaded after the first load. */
const ForgotPassword = lazy(() => import("./forgot-password").then((found) => ({ default: found.ForgotPassword })));

/** The second step, whose code only accounts with a second factor load. */
interface Second {
  Step: ComponentType<SecondStepProps>;
  methods: readonly SecondFactorMethod[];
}

interface SignInFormProps {
  next: string;
  email: string;
  /** Why the second step led back. */
  message: string;
  takesFocus: boolean;
  singleSignOn: ReactNode;
  onForgot: (email: string) => void;
  onSecond: (second: Second, email: string) => void;
}

function SignInForm({ next, email, message, takesFocus, singleSignOn, onForgot, onSecond }: SignInFormProps) {
  const [failure, setFailure] = useState(message);
  const clearFailure = useCallback(() => setFailure(""), []);
  const [isLeaving, setIsLeaving] = useState(false);
  // Without default values, because setting them would remove what a password manager has filled in.
  const form = useForm({ resolver });
  const { errors, isSubmitting } = form.formState;
  const early = useEarlyForm(form, signIn);
  const isBusy = isSubmitting || isLeaving;
  const heading = useId();

  const focusEmail = useEffectEvent(() => form.setFocus("email"));
  useEffect(() => {
    if (takesFocus) focusEmail();
  }, [takesFocus]);

  async function signIn(input: SignInInput) {
    setFailure("");
    try {
      const answer = (await sendJson("POST", "/api/auth/login", input)) as SignInAnswer | null;
      if (answer?.secondFactor) {
        const { SecondStep } = await import("./second-step");
        onSecond({ Step: SecondStep, methods: answer.secondFactor.methods }, input.email);
        return;
      }
      if (!answer?.token) {
        setFailure(noTokenMessage);
        return;
      }
      setIsLeaving(true);
      // A page load, because `next` may be a map and not a page of this application.
      window.location.assign(next);
    } catch (error) {
      setFailure(authErrorMessage(error, navigator.onLine, signInMessages));
      // The fields stay marked when the notice is gone. Either of them may be wrong.
      if (isSignedOut(error)) for (const name of ["email", "password"] as const) form.setError(name, { message: "" });
    }
  }

  return (
    <>
      <ViewHeading id={heading}>Sign in</ViewHeading>
      <form {...early} aria-labelledby={heading} className="mt-7 grid gap-5">
        <Field label="Email" error={errors.email?.message} isInvalid={errors.email !== undefined}>
          {(control) => (
            // The rules are needed soon.
            <EmailInput {...control} {...form.register("email")} defaultValue={email || undefined} onFocus={preloadRules} />
          )}
        </Field>
        <Field label="Password" error={errors.password?.message} isInvalid={errors.password !== undefined}>
          {(control) => <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" className="h-11" />}
        </Field>
        <Button type="submit" size="large" busy={isBusy} className="mt-1 w-full">
          {isBusy ? "Signing In..." : "Log In"}
        </Button>
        {failure ? <FormNotice onDismiss={clearFailure}>{failure}</FormNotice> : null}
        <Button
          type="submit"
          variant="link"
          size="inline"
          className="justify-self-center"
          onClick={(event) => {
            event.preventDefault();
            onForgot(form.getValues("email"));
          }}
          // React replays a click from before hydration through formAction.
          formAction={(fields: FormData) => onForgot(String(fields.get("email") ?? ""))}
        >
          Forgot Password?
        </Button>
      </form>
      {singleSignOn ?? <OrLine className="mt-7" />}
      <PasskeySignIn next={next} />
    </>
  );
}

interface SignInViewsProps {
  next: string;
  /** From the page, so that its code is loaded only where it is shown. */
  singleSignOn: ReactNode;
  /** Whether the password form is for superadmins only. */
  hidesPassword: boolean;
  /** See ForgotPassword. */
  help: ReactNode;
}

export function SignInViews({ next, singleSignOn, hidesPassword, help }: SignInViewsProps) {
  const [view, setView] = useState<"single-sign-on" | "sign-in" | "reset" | "sign-in-again">(hidesPassword ? "single-sign-on" : "sign-in");
  const [email, setEmail] = useState("");
  const [second, setSecond] = useState<Second | null>(null);
  const [message, setMessage] = useState("");

  function beginSecond(step: Second, typed: string) {
    setEmail(typed);
    setSecond(step);
  }

  function endSecond(why = "") {
    setMessage(why);
    setSecond(null);
    setView("sign-in-again");
  }

  function forget(typed: string) {
    setEmail(typed);
    setMessage("");
    setView("reset");
  }

  if (second) return <second.Step methods={second.methods} next={next} onBack={endSecond} />;
  if (view === "reset") {
    return (
      <Suspense>
        <ForgotPassword email={email} help={help} onBack={() => setView("sign-in-again")} />
      </Suspense>
    );
  }
  if (view === "single-sign-on") {
    return (
      <>
        <ViewHeading>Sign in</ViewHeading>
        {singleSignOn}
        <Button variant="link" size="inline" className="mx-auto mt-7 flex" onClick={() => setView("sign-in-again")}>
          Superadmin? Use your password
        </Button>
      </>
    );
  }
  return (
    <SignInForm
      next={next}
      email={email}
      message={message}
      takesFocus={view === "sign-in-again"}
      singleSignOn={hidesPassword ? null : singleSignOn}
      onForgot={forget}
      onSecond={beginSecond}
    />
  );
}
