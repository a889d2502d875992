/** Moves the focus from a removed row to the tray, or to the page when the tray is gone. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) (document.getElementById("uploads") ?? document.getElementById("content"))?.focus({ preventScroll: true });
  });
}
