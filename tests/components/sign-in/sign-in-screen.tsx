import type { ReactNode } from "react";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { SignInFrame } from "@/components/sign-in/sign-in-frame";
import { SignInViews } from "@/components/sign-in/sign-in-views";
import { productBranding } from "@/lib/branding/schema";

/** Renders a view in the frame of the sign-in screen, in place of what was shown before. */
export async function renderView(view: ReactNode, path: string): Promise<void> {
  await cleanup();
  history.replaceState(null, "", path);
  await render(<SignInFrame brand={productBranding}>{view}</SignInFrame>);
}

export const renderSignIn = (help: ReactNode = null) =>
  renderView(<SignInViews next="/dashboard" singleSignOn={null} hidesPassword={false} help={help} />, "/login");

export const emailOf = () => page.getByLabelText("Email");
export const passwordOf = () => page.getByLabelText("Password", { exact: true });
export const button = (name: string) => page.getByRole("button", { name, exact: true });
export const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
export const alerts = () => page.getByRole("main").getByRole("alert");

export const CANNOT_CONNECT = "Cannot connect to server. Please check if the server is running.";
export const OFFLINE = "Network error. Please check your connection and try again.";
