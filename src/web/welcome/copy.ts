/** How long a button says that it has copied, in milliseconds. */
const SHOWN_MS = 4_000;

/** Shows the buttons that copy a text. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset.copy ?? '');
    const label = button.firstChild;
    if (!source || !label) continue;
    const [usual = ''] = [label.nodeValue ?? undefined];
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const isCopied = await copy(source);
      label.nodeValue = isCopied ? 'Copied' : 'Press Ctrl+C';
      announce(isCopied ? 'Copied.' : 'The text is selected: press Ctrl+C to copy it.');
      clearTimeout(timer);
      timer = setTimeout(() => {
        label.nodeValue = usual;
      }, SHOWN_MS);
    });
  }
}

/** Copies a text. Where the browser refuses, the text is selected, so that the reader can copy it. */
async function copy(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    source.focus();
    // Addresses without https have no other way than this old one.
    return document.execCommand('copy');
  }
}

function announce(text: string): void {
  const place = document.getElementById('announcement');
  if (place) place.textContent = text;
}
