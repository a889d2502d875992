/** Asks the person, and calls `proceed` if they want to leave all the same. */
export type LeaveQuestion = (proceed: () => void) => void;

let question: LeaveQuestion | null = null;

/**
 * Has `ask` asked before the screen that is open is left, until the returned function is called.
 * One screen is open at a time, so there is one question at most.
 */
export function guardLeaving(ask: LeaveQuestion): () => void {
  question = ask;
  return () => {
    if (question === ask) question = null;
  };
}

/** Leaves by calling `proceed`: at once, or once the open screen's question is answered with yes. */
export function leaveScreen(proceed: () => void): void {
  if (question) question(proceed);
  else proceed();
}
