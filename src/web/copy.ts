/** Text to the clipboard, and what to say of it. Where the browser does not let a page copy, `shown` is selected instead. */
export async function copied(text: string, shown: HTMLElement | null | undefined): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    // Without permission or on plain http the text is marked, to be copied by hand.
    if (shown) getSelection()?.selectAllChildren(shown);
    return 'The browser does not let the page copy; the text is selected.';
  }
}
