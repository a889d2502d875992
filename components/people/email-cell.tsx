/** An address: on one line where there is room, else each side of its @ on one. */
export function EmailCell({ email }: { email: string }) {
  return (
    <bdi title={email} className="wrap-anywhere block">
      {email.split(/(?=@)/).map((side) => (
        // In a card it may take as many lines as it needs.
        <span key={side} className="md:inline-block md:max-w-full md:truncate md:align-bottom">
          {side}
          <wbr />
        </span>
      ))}
    </bdi>
  );
}
