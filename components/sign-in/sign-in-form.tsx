"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { PasswordInput } from "@/components/shared/form/password-input";
import { sendJson } from "@/components/shared/request-json";
import { useEarlyPress } from "@/components/shared/use-early-press";
import { useLiveForm } from "@/components/shared/use-live-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { type SignInInput, signInSchema } from "@/lib/accounts/schema";
import { EmailInput } from "./email-input";
import { noTokenMessage, signInErrorMessage } from "./sign-in-error";

const answerSchema = z.object({ token: z.string().min(1) });

interface SignInFormProps {
  /** Path to go on to; checked before it comes here. */
  next: string;
  /** What the field begins with, unless the person has begun already. */
  email: string;
  /** True when the form has come in place of another view. */
  takesFocus: boolean;
  /** Id of the heading that names the form. */
  labelledBy: string;
  /** Asks for the reset view, with the address that was typed. */
  onForgot: (email: string) => void;
}

export function SignInForm({ next, email, takesFocus, labelledBy, onForgot }: SignInFormProps) {
  const [failure, setFailure] = useState("");
  const [isLeaving, setIsLeaving] = useState(false);
  // With no default a field keeps what was typed into it before the script was here.
  const form = useForm<SignInInput>({ resolver: zodResolver(signInSchema), defaultValues: email ? { email } : {} });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  const isBusy = isSubmitting || isLeaving;

  useEffect(() => {
    if (takesFocus) setFocus("email");
  }, [takesFocus, setFocus]);

  async function signIn(input: SignInInput) {
    setFailure("");
    try {
      const answer = await sendJson("POST", "/api/auth/login", input);
      if (!answerSchema.safeParse(answer).success) {
        setFailure(noTokenMessage);
        return;
      }
      setIsLeaving(true);
      // A whole load: the way on may lead to a map, which is no page of this application.
      window.location.assign(next);
    } catch (error) {
      setFailure(signInErrorMessage(error, navigator.onLine));
    }
  }

  const forget = () => onForgot(form.getValues("email"));
  const formProps = useLiveForm(form, signIn);
  const forgotProps = useEarlyPress<HTMLButtonElement>("click", forget);

  return (
    <form {...formProps} aria-labelledby={labelledBy} className="mt-7 grid gap-5">
      <Field label="Email" error={errors.email?.message}>
        {(control) => <EmailInput {...control} {...form.register("email")} />}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" className="h-11" />}
      </Field>
      <Button type="submit" size="large" busy={isBusy} className="mt-1 w-full">
        {isBusy ? "Signing In..." : "Log In"}
      </Button>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button {...forgotProps} variant="link" size="inline" className="justify-self-center" onClick={forget}>
        Forgot Password?
      </Button>
    </form>
  );
}
