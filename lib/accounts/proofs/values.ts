/** A proof of identity counts so long. */
export const PROOF_MINUTES = 15;
