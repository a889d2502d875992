/**
 * What is pressed before the page is alive would be lost, or post a form to the page itself. Of the elements that wait for
 * their code, this holds the press back and keeps the last one, for useEarlyPress to take up.
 */
const HOLD = `for (const type of ["click", "submit"]) {
  addEventListener(type, (event) => {
    const waiting = event.target instanceof Element && event.target.closest('[data-early="' + type + '"]');
    if (!waiting) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.earlyPress = waiting;
  }, true);
}`;

/** Stands before everything that can be pressed. @param nonce of the answer's content security policy */
export function EarlyPressScript({ nonce }: { nonce: string | undefined }) {
  // Browsers hide the nonce once it is read, so that the document differs from what the server sent.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which must run before any file of ours is here
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: HOLD }} />;
}
