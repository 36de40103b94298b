import '../../styles/base.css';
import { startView } from '../start.tsx';

startView('call-review', ({ state }) => <p>{state.result ? 'The result is here.' : 'Loading…'}</p>);
