import { Spinner } from "@/components/ui/spinner";
import type { FrameView } from "./frame-view";

/** A sign that the map is on its way: in its place, or, once its page is there and may be used, at its edge. */
export function FrameLoading({ state }: { state: FrameView["state"] }) {
  if (state !== "covered" && state !== "coming") return null;
  const place =
    state === "covered"
      ? "absolute inset-0 grid animate-late place-items-center bg-surface"
      : "pointer-events-none absolute inset-x-0 top-3 flex animate-late justify-center";
  const look = state === "coming" ? "rounded-full border bg-raised px-3.5 py-1.5 text-sm shadow-pop" : "";
  return (
    <div className={place}>
      <span className={`flex items-center gap-2.5 text-ink-muted ${look}`}>
        <Spinner />
        <span role="status">Loading map...</span>
      </span>
    </div>
  );
}
