/** Asks the person, and calls `proceed` if they want to leave all the same. */
export type LeaveQuestion = (proceed: () => void) => void;

/** Of the screen that is open, and of what stands over it: the last is asked. */
const questions: LeaveQuestion[] = [];

/** Has `ask` asked before the screen that is open is left, until the returned function is called. */
export function guardLeaving(ask: LeaveQuestion): () => void {
  questions.push(ask);
  return () => {
    const index = questions.lastIndexOf(ask);
    if (index >= 0) questions.splice(index, 1);
  };
}

/** Leaves by calling `proceed`: at once, or once the topmost open question is answered with yes. */
export function leaveScreen(proceed: () => void): void {
  const question = questions.at(-1);
  if (question) question(proceed);
  else proceed();
}
