/** A proof of identity counts so long. */
export const PROOF_MINUTES = 15;
/** A proof of a program, such as its sign-in, counts so long. */
export const PROGRAM_PROOF_HOURS = 12;
