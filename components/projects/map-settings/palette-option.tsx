/** A palette in a list: its colours and its name. */
export function PaletteOption({ name, colors }: { name: string; colors: readonly string[] }) {
  return (
    <span className="flex items-center gap-2.5">
      <span aria-hidden className="flex h-3.5 w-20 shrink-0 overflow-hidden rounded-sm">
        {colors.map((color) => (
          <span key={color} className="flex-1" style={{ background: color }} />
        ))}
      </span>
      {name}
    </span>
  );
}
