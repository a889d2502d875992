import { useEffect } from "react";

/**
 * Has an upload that has ended begin anew after a while.
 * @param delay in milliseconds; null for never
 * @param dispatch of a reducer
 */
export function useResetDelay(delay: number | null, dispatch: (event: { type: "reset" }) => void): void {
  useEffect(() => {
    if (delay === null) return;
    const timer = setTimeout(() => dispatch({ type: "reset" }), delay);
    return () => clearTimeout(timer);
  }, [delay, dispatch]);
}
