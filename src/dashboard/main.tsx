import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { openPage } from './session.js';
import './style.css';

const root = createRoot(document.getElementById('page') as HTMLElement);

openPage().then(
  (page) => {
    root.render(
      <StrictMode>
        <App page={page} />
      </StrictMode>,
    );
  },
  (error: unknown) => {
    root.render(
      <main className="alone">
        <h1>This page is closed</h1>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </main>,
    );
  },
);
