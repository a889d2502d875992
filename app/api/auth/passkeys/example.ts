const credential = { id: "Zm9yIGV4YW1wbGU", rawId: "Zm9yIGV4YW1wbGU", type: "public-key", clientExtensionResults: {} } as const;
const clientDataJSON = "eyJ0eXBlIjoid2ViYXV0aG4iLCJjaGFsbGVuZ2UiOiLigKYifQ";

/** Examples of what `navigator.credentials` returns in a browser: `create`, then `get`. */
export const newCredential = { ...credential, response: { clientDataJSON, attestationObject: "bmV3", transports: ["internal"] } } as const;
export const usedCredential = { ...credential, response: { clientDataJSON, authenticatorData: "ZGF0YQ", signature: "bmV3" } } as const;
