import './dashboard.css';
import './small-screens.css';
import './print.css';
import { render } from 'preact';
import { setLocale } from '../lib/time.ts';
import { App } from './app.tsx';

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
};
dark.addEventListener('change', applyTheme);
applyTheme();
setLocale(undefined);
render(<App />, document.getElementById('dashboard') as HTMLElement);
