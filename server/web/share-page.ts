import { escapeHtml } from "../../lib/http/escape-html";
import { pageHtml } from "../http/message-page";

/** The colours of danger, fields and buttons of app/globals.css. */
const STYLE = `
  :root { --danger: #b02419; --field: #b6c2cd; --on-accent: #ffffff; }
  @media (prefers-color-scheme: dark) { :root { --danger: #ff8f85; --field: #3b4857; --on-accent: #02201d; } }
  form { display: grid; gap: 8px; margin-top: 20px; }
  label { font-weight: 500; }
  input, button { width: 100%; min-height: 44px; border-radius: 6px; font: inherit; }
  input { padding: 0 12px; border: 1px solid var(--field); background: var(--canvas); color: var(--ink); }
  input[aria-invalid] { border-color: var(--danger); }
  button { margin-top: 8px; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
  input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  form p { color: var(--danger); }`;

/** Returns the page that asks for the password of a share link. It works without scripts. @param problem of the last attempt */
export function passwordPage(problem: string | null): string {
  const marks = problem === null ? "" : ' aria-invalid="true" aria-describedby="problem"';
  const report = problem === null ? "" : `<p id="problem" role="alert">${escapeHtml(problem)}</p>`;
  const form = `<p>Enter the password that you got with the link.</p>
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${marks}>
${report}<button type="submit">Open the map</button>
</form>`;
  return pageHtml("This map needs a password", form, STYLE);
}
