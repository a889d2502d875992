export const UNSUPPORTED = "This browser can't use passkeys here. They need HTTPS and a recent browser.";

/** Browsers offer WebAuthn on https and on localhost only. */
export const supportsPasskeys = () => window.PublicKeyCredential !== undefined;
