/** A gate for answers that come late: they await `passed`. */
export interface Gate {
  passed: Promise<void>;
  open(): void;
}

export function closedGate(): Gate {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
