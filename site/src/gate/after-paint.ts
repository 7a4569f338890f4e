/** What nobody waits for comes after the answer is on the screen. A page that nobody sees paints nothing. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(work, 50));
  else work();
}
