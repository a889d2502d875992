import type { ComponentType } from "react";
import { BannerProvider } from "@/components/shared/notices/banner-provider";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { createPasskey, isDismissed, passkeyMessage } from "@/components/sign-in/factors/passkeys/ceremony";
import { RecoveryCodesDialog, type RecoveryCodesDialogProps } from "@/components/sign-in/factors/recovery-codes-dialog";
import { supportsPasskeys, UNSUPPORTED } from "./factors/passkeys/ceremony";
import type { PasskeyProblem } from "./sign-in-with-passkey";

const PATH = "/api/auth/accept-invitation/passkey";

/** The screens of the sign-in show no banners otherwise. */
function CodesDialog(props: RecoveryCodesDialogProps) {
  return (
    <BannerProvider>
      <RecoveryCodesDialog {...props} />
    </BannerProvider>
  );
}

export interface Accepted {
  codes: string[];
  /** Shows the codes. It is loaded before they are made. */
  Dialog: ComponentType<RecoveryCodesDialogProps>;
}

/** Accepts an invitation with a new passkey. @param onInvalid called when the link is not valid any more */
export async function acceptWithPasskey(
  token: string,
  fullName: string,
  onInvalid: (message: string) => void,
): Promise<Accepted | PasskeyProblem | null> {
  if (!supportsPasskeys()) return { tone: "info", message: UNSUPPORTED };
  try {
    const passkey = await createPasskey(`${PATH}/options`, { token });
    const { recoveryCodes } = (await sendJson("POST", PATH, { token, fullName, passkey })) as { recoveryCodes: string[] | null };
    return { codes: recoveryCodes ?? [], Dialog: CodesDialog };
  } catch (error) {
    if (isDismissed(error)) return { tone: "info", message: "No passkey was created." };
    const invalid = error instanceof RequestError ? error.fields["token"] : undefined;
    if (!invalid) return { tone: "error", message: passkeyMessage(error, "The passkey could not be created. Try again.") };
    onInvalid(invalid);
    return null;
  }
}
