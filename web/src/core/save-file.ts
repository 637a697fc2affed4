// Gives the person a file that the page has made.

/** Starts the download of a text, or of bytes, under a name. */
export function saveFile(name: string, content: BlobPart, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.appendChild(link);
  link.click();
  link.remove();
  // Old engines start the download only after this task.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
