/** Makes an answer that waits. @returns the answer, and the function that lets it go */
export function hold<Answer>(made: () => Answer): { respond: () => Promise<Answer>; letGo: () => void } {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const respond = async () => {
    await held;
    return made();
  };
  return { respond, letGo };
}
