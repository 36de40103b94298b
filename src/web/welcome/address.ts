/** Names the address under which the browser reaches this server, unless the operator has configured one. */
export function followAddress(): void {
  const main = document.getElementById('main');
  const stated = main?.dataset.origin;
  const { origin } = location;
  if (!main || !stated || main.dataset.followAddress === undefined || stated === origin) return;
  for (const element of main.querySelectorAll('code')) {
    element.textContent = (element.textContent ?? '').replaceAll(stated, origin);
  }
}
