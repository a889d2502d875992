import type { FieldValues, Resolver } from "react-hook-form";

/** Loads the rules of the sign-in screen's forms. They need zod, and the screen may transfer only 170 KB. */
const loadRules = () => import("./rules");

/** Loads the rules before they are needed. If that fails, the submission tries again. */
export const preloadRules = () => void loadRules().catch(() => undefined);

/** Returns a resolver that loads with the first submission. Without the rules, only the server checks the fields. */
export function lateRules<Fields extends FieldValues>(
  rulesOf: (rules: Awaited<ReturnType<typeof loadRules>>) => Resolver<Fields, unknown, Fields>,
): Resolver<Fields, unknown, Fields> {
  return async (values, context, options) => {
    const rules = await loadRules().catch(() => null);
    return rules ? rulesOf(rules)(values, context, options) : { values, errors: {} };
  };
}
