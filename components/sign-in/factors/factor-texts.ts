import type { SecondFactorMethod } from "@/lib/accounts/second-factors/schema";

/** What a person uses, after "Use" and before "instead". */
export const methodNames = {
  authenticator: "your authenticator app",
  passkey: "a passkey",
  "recovery-code": "a recovery code",
} as const satisfies Record<SecondFactorMethod, string>;

/** The field of each kind of code. */
export const codeFields = {
  authenticator: {
    label: "Code",
    hint: "The six digits that your authenticator app shows.",
    input: { inputMode: "numeric", autoComplete: "one-time-code" },
  },
  "recovery-code": {
    label: "Recovery code",
    hint: "One of the codes that you saved. Each works once.",
    input: { autoComplete: "off", autoCapitalize: "none" },
  },
} as const;
