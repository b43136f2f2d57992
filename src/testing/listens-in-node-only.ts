/**
 * What `kubeatlas/testing/node` is in browsers (the condition `browser` in package.json). A bundler that looks for
 * `startFakeApiServer` here fails and shows the name of this file; whoever imports it in another way is told at run time.
 */
export const listensInNodeOnly = true;

throw new Error(
  'kubeatlas/testing/node runs in Node only: it opens a port. In a browser, let createFakeApiServer() of kubeatlas/testing answer by its handle(), or by kubeatlas/testing/msw.',
);
