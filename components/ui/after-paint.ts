/** Does something once what was pressed has shown: nobody waits for it with the finger on the screen. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
