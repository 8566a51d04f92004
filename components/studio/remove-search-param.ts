/** Takes a word out of the page's address that was said once. */
export function removeSearchParam(name: string): void {
  const address = new URL(window.location.href);
  address.searchParams.delete(name);
  window.history.replaceState(null, "", address);
}
