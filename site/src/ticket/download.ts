/** Hands a text to the browser as a file. */
export function download(type: string, name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the blob by the next turn of its loop; until then the address must stay.
  setTimeout(() => URL.revokeObjectURL(address));
}
