import '../../styles/base.css';
import { startView } from '../start.tsx';
import { AgendaView } from './agenda-view.tsx';

startView('agenda', AgendaView);
