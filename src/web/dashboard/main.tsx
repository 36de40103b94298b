import '../styles/base.css';
import { render } from 'preact';

render(<p>Loading…</p>, document.getElementById('dashboard') as HTMLElement);
