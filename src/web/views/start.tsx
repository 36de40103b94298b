import { type ComponentType, render } from 'preact';
import { connectHost, type Host, type ViewState } from '../bridge/host.ts';
import { setLocale } from '../lib/time.ts';

export interface ViewProps {
  host: Host;
  state: ViewState;
}

/** Draws a view into the page, and draws it again whenever the host sends something. */
export function startView(name: string, View: ComponentType<ViewProps>): void {
  const root = document.getElementById('view');
  if (!root) throw new Error('the page has no place for the view');
  const draw = () => {
    const state = host.state();
    applyContext(state.context);
    render(<View host={host} state={state} />, root);
  };
  const host = connectHost(`rcpt-mcp ${name}`, '1', draw);
  systemIsDark.addEventListener('change', draw);
  draw();
}

/** Counts where the host names no theme. */
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Takes over theme, style variables, language and insets of the host. */
function applyContext({ theme, styles, locale, safeAreaInsets }: ViewState['context']): void {
  const { documentElement: html, body } = document;
  const isDark = theme ? theme === 'dark' : systemIsDark.matches;
  html.dataset.theme = isDark ? 'dark' : 'light';
  for (const [variable, value] of Object.entries(styles?.variables ?? {})) {
    if (variable.startsWith('--') && typeof value === 'string') html.style.setProperty(variable, value);
  }
  setLocale(locale);
  if (safeAreaInsets) {
    const { top, right, bottom, left } = safeAreaInsets;
    body.style.padding = [top, right, bottom, left].map((inset) => `${Number(inset) || 0}px`).join(' ');
  }
}
