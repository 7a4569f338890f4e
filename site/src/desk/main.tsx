import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import 'react-toastify/ReactToastify.css';
import '../styles/toast.css';
import './desk.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Desk } from './desk';

// In short steps, so that the page responds in between.
startTransition(() =>
  createRoot(document.getElementById('app')!).render(
    <StrictMode>
      <BrowserRouter basename="/desk">
        <Desk />
      </BrowserRouter>
    </StrictMode>,
  ),
);
