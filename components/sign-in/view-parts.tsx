"use client";

import type { ComponentProps, ReactNode } from "react";
import { NOTICE_MS, useDismissTimer } from "@/components/shared/notices/banner";
import { serverMessage } from "@/components/shared/request-json";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

export function EmailInput(props: Omit<ComponentProps<"input">, "type">) {
  return (
    <Input autoComplete="username" {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} className="h-11" />
  );
}

/** Shows why a form failed. @param onDismiss called after 5 seconds; must be stable */
export function FormNotice({ children, onDismiss }: { children: string; onDismiss: () => void }) {
  const element = useDismissTimer(NOTICE_MS, onDismiss);
  return (
    <div ref={element}>
      <Notice tone="error">{children}</Notice>
    </div>
  );
}

interface ViewHeadingProps {
  id?: string;
  /** Focuses the heading, so that screen readers announce a view without fields that replaces another. */
  takesFocus?: boolean;
  children: ReactNode;
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

export function ViewHeading({ id, takesFocus = false, children }: ViewHeadingProps) {
  const isHydrated = useHydrated();
  return (
    <h1
      id={id}
      data-waiting={!isHydrated}
      ref={takesFocus ? focusOn : undefined}
      tabIndex={takesFocus ? -1 : undefined}
      className="mb-2 font-semibold text-2xl tracking-tight outline-none"
    >
      {children}
    </h1>
  );
}

/** Separates the form from other ways to sign in. */
export function OrLine({ className }: { className?: string }) {
  return (
    <p
      className={cn(
        "flex items-center gap-3 text-ink-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line",
        className,
      )}
    >
      or
    </p>
  );
}

const networkError = "Network error. Please check your connection and try again.";

export const noTokenMessage = "Login failed. Please try again.";

export type Messages = Readonly<Record<number, string>>;

export const signInMessages: Messages = { 400: "Email and password are required.", 401: "Invalid credentials." };

/** Returns the server's message for a failed call, or a message for its status. @param isOnline `navigator.onLine` */
export function authErrorMessage(error: unknown, isOnline: boolean, messages: Messages = {}): string {
  const unreachable = isOnline ? "Cannot connect to server. Please check if the server is running." : networkError;
  return serverMessage(error, networkError, { 0: unreachable, 500: "Server error. Please try again later.", ...messages });
}
