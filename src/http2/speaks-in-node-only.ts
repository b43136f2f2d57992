/**
 * Stands in for `kubeatlas/http2` in browsers (the condition `browser` in package.json). A bundler that resolves
 * `createHttp2Transport` here fails and shows the name of this file; any other import fails at run time.
 */
export const speaksInNodeOnly = true;

throw new Error(
  'kubeatlas/http2 runs only in Node: it opens sockets. Browsers use HTTP/2 by themselves: do not pass a transport to createClient() of kubeatlas there.',
);
