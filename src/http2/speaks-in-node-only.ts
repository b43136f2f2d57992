/**
 * What `kubeatlas/http2` is in browsers (the condition `browser` in package.json). A bundler that looks for
 * `createHttp2Transport` here fails and shows the name of this file; whoever imports it in another way is told at run time.
 */
export const speaksInNodeOnly = true;

throw new Error(
  'kubeatlas/http2 runs in Node only: it opens sockets. A browser speaks HTTP/2 by itself: give createClient() of kubeatlas no transport there.',
);
