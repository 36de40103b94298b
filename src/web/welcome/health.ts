/** Time between two checks, and what one may take, in milliseconds. */
const INTERVAL_MS = 30_000;
const TIMEOUT_MS = 10_000;

/** Shows whether the server works, again and again while the page is visible. */
export function showHealth(): void {
  const checks = [...document.querySelectorAll<HTMLElement>('[data-check]')];
  for (const check of checks) show(check, 'waiting', 'Checking…');
  const run = () => {
    if (document.visibilityState === 'visible') for (const check of checks) void request(check);
  };
  run();
  setInterval(run, INTERVAL_MS);
  document.addEventListener('visibilitychange', run);
}

async function request(check: HTMLElement): Promise<void> {
  const { check: path = '', ok = '', failed = '' } = check.dataset;
  const isOk = await isAnswered(path);
  show(check, isOk ? 'good' : 'bad', isOk ? ok : failed);
}

async function isAnswered(path: string): Promise<boolean> {
  try {
    const response = await fetch(path, {
      method: 'HEAD',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Browsers cancel a request whose answer is not read to its end.
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function show(check: HTMLElement, state: 'waiting' | 'good' | 'bad', words: string): void {
  check.dataset.state = state;
  const [sign, text] = [check.querySelector('.sign'), check.querySelector('.words')];
  const mark = { waiting: '…', good: '✓', bad: '✗' }[state];
  if (sign && sign.textContent !== mark) sign.textContent = mark;
  // An unchanged text is not announced again.
  if (text && text.textContent !== words) text.textContent = words;
}
