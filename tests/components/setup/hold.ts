/** Returns a promise for an answer that a test holds back, and the function that lets it through. */
export function hold<Value = void>() {
  let letThrough: (value: Value) => void = () => undefined;
  const held = new Promise<Value>((resolve) => {
    letThrough = resolve;
  });
  return { held, letThrough };
}
