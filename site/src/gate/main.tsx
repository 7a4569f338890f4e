import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import './gate.css';
import './work-screen.css';
import './verdict.css';
import { createRoot } from 'react-dom/client';
import { gate } from './gate';
import { GateScreen } from './gate-screen';
import { cachePage } from './service-worker';
import { warmUp } from './token';

createRoot(document.getElementById('app')!).render(<GateScreen />);
void gate.open().then(() => {
  void warmUp();
  return cachePage(gate.isIdle);
});
