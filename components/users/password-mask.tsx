/** As much of a password as anybody gets to see: passwords are stored hashed and leave the server in no form (DESIGN §9). */
const MASK = `${"•".repeat(20)}…`;

/** The same for everybody, so that not even a length is told. */
export function PasswordMask() {
  return (
    <>
      <span aria-hidden className="select-none whitespace-nowrap text-ink-muted text-xs tracking-[-0.18em] md:max-xl:tracking-[-0.26em]">
        {MASK}
      </span>
      <span className="sr-only">Passwords are not shown</span>
    </>
  );
}
