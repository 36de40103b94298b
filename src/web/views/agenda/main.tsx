import '../../styles/base.css';
import { startView } from '../start.tsx';

startView('agenda', ({ state }) => <p>{state.result ? 'The result is here.' : 'Loading…'}</p>);
