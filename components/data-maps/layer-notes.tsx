/** Notes that are shown before the others fold. */
const SHOWN = 3;

/** Lists what a layer leaves out. */
export function LayerNotes({ notes = [] }: { notes?: readonly string[] | undefined }) {
  if (notes.length === 0) return null;
  const [first, more] = [notes.slice(0, SHOWN), notes.slice(SHOWN)];
  return (
    <div className="wrap-anywhere grid gap-1 text-ink-muted text-sm">
      <NoteList notes={first} />
      {more.length > 0 ? (
        <details>
          <summary className="cursor-pointer">{more.length} more</summary>
          <NoteList notes={more} />
        </details>
      ) : null}
    </div>
  );
}

function NoteList({ notes }: { notes: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
