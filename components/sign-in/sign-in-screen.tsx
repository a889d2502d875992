import { SignInFrame } from "./sign-in-frame";
import { SignInViews } from "./sign-in-views";

interface SignInScreenProps {
  /** Path to go on to; checked before it comes here. */
  next: string;
}

/** The sign-in screen. */
export function SignInScreen({ next }: SignInScreenProps) {
  return (
    <SignInFrame>
      <SignInViews next={next} />
    </SignInFrame>
  );
}
