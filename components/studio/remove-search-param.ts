/** Removes a one-time parameter from the page's address. */
export function removeSearchParam(name: string): void {
  const address = new URL(window.location.href);
  address.searchParams.delete(name);
  window.history.replaceState(null, "", address);
}
