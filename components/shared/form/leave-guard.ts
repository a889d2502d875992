/** Asks the user for confirmation, and calls `proceed` when the user wants to leave. */
type LeaveQuestion = (proceed: () => void) => void;

/** Questions of the open screen and of dialogs above it. The last one is the topmost. */
const questions: LeaveQuestion[] = [];

/** Registers a question to ask before the user leaves the open screen. @returns a function that removes it */
export function guardLeaving(ask: LeaveQuestion): () => void {
  questions.push(ask);
  return () => {
    const index = questions.lastIndexOf(ask);
    if (index >= 0) questions.splice(index, 1);
  };
}

/** Leaves the screen by calling `proceed`, after the user confirms the topmost question if there is one. */
export function leaveScreen(proceed: () => void): void {
  const question = questions.at(-1);
  if (question) question(proceed);
  else proceed();
}
