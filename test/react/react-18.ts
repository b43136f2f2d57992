import Module from 'node:module';

// React DOM asks for `react` by itself: as CommonJS, which no alias of vite reaches.
const loader = Module as unknown as { _resolveFilename: (name: string, ...more: unknown[]) => string };
const resolve = loader._resolveFilename;
loader._resolveFilename = (name, ...more) => resolve(name === 'react' ? 'react-18' : name, ...more);

const [react, dom] = await Promise.all([import('react'), import('react-dom')]);
if (![react, dom].every(({ version }) => version.startsWith('18.'))) throw new Error('These tests run with React 18.');
