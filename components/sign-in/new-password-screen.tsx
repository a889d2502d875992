import type { ResetLink } from "./new-password-form";
import { NewPasswordViews } from "./new-password-views";
import { SignInFrame } from "./sign-in-frame";

interface NewPasswordScreenProps {
  /** Null for a link that is not, or no longer, good. */
  link: ResetLink | null;
}

/** Where a mail's link leads. */
export function NewPasswordScreen({ link }: NewPasswordScreenProps) {
  return (
    <SignInFrame>
      <NewPasswordViews link={link} />
    </SignInFrame>
  );
}
