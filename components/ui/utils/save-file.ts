/** Makes the browser save the file at an address under this name. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
