/**
 * Stands in for `kubeatlas/testing/node` in browsers (the condition `browser` in package.json). A bundler that looks
 * for `startFakeApiServer` here fails and shows the name of this file; other kinds of import fail at run time.
 */
export const listensInNodeOnly = true;

throw new Error(
  'kubeatlas/testing/node runs only in Node: it opens a port. In a browser, use handle() of createFakeApiServer() of kubeatlas/testing, or kubeatlas/testing/msw.',
);
