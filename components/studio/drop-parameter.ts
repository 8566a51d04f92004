/** Takes a word out of the page's address that was said once. */
export function dropParameter(name: string): void {
  const address = new URL(window.location.href);
  address.searchParams.delete(name);
  window.history.replaceState(null, "", address);
}
