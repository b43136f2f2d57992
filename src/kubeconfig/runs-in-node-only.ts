/**
 * Stands in for `kubeatlas/kubeconfig` in browsers (the condition `browser` in package.json). A bundler that resolves
 * `loadKubeconfig` here fails and shows the name of this file; any other import fails at run time.
 */
export const runsInNodeOnly = true;

throw new Error(
  'kubeatlas/kubeconfig runs only in Node: it reads files, runs plugins and opens sockets. In a browser, pass the server and authenticate() to createClient() of kubeatlas.',
);
