import { useMemo } from "react";
import { encode } from "uqr";

/** Light modules around the code, which scanners need (ISO/IEC 18004 asks for four). */
const QUIET = 4;

/** Shows a text as a QR code, dark on light in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: "M", border: QUIET });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: modules, path: dark.join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-40 rounded-lg border bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
