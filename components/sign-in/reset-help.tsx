const EMAIL = /^[^\s@/]+@[^\s@/]+$/;

/** Returns the address that a contact leads to; null for one that is only a text. */
function addressOf(contact: string): string | null {
  if (EMAIL.test(contact)) return `mailto:${contact}`;
  return /^https?:\/\//.test(contact) ? contact : null;
}

/** Says whom to ask for a new password on a server that sends no mails. @param contact SUPPORT_CONTACT */
export function ResetHelp({ contact }: { contact: string | undefined }) {
  const href = contact && addressOf(contact);
  return (
    <p className="wrap-anywhere text-ink-muted">
      This server sends no mails. To get a link that sets a new password, ask{" "}
      {href ? (
        <a href={href} className="font-medium text-accent-ink underline underline-offset-4">
          {contact}
        </a>
      ) : (
        <bdi className={contact ? "font-medium text-ink" : undefined}>{contact ?? "your administrator"}</bdi>
      )}
      .
    </p>
  );
}
