// The gate: admits people at the doors, also without a network; a program of its own under /gate.
import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import './gate.css';
import './verdict.css';
import { createRoot } from 'react-dom/client';
import { Engine } from './engine';
import { GateScreen } from './screen';
import { warmUp } from './token';
import { keepPage } from './workers';

const engine = new Engine();
createRoot(document.getElementById('app')!).render(<GateScreen engine={engine} />);
void engine.open().then(() => {
  void warmUp();
  return keepPage(engine.isIdle);
});
