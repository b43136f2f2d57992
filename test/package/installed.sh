#!/usr/bin/env bash
# Packs the package, installs the tarball into an empty folder, and uses it as a stranger would: from ESM, from CJS and by its bin.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cd "$project"
if [[ -z ${KUBEATLAS_TARBALL:-} ]]; then
  npm run build --silent
  KUBEATLAS_TARBALL=$folder/$(npm pack --silent --ignore-scripts --pack-destination "$folder")
fi
cp test/package/installed-esm.mjs test/package/installed-cjs.cjs test/package/installed-types.ts "$folder/"
cd "$folder"
echo '{ "name": "stranger", "version": "1.0.0", "private": true }' > package.json
npm install --silent --no-audit --no-fund "$KUBEATLAS_TARBALL"
node installed-esm.mjs
node installed-cjs.cjs
npx --no-install kubeatlas --version
npx --no-install kubeatlas --help > /dev/null
test -s node_modules/kubeatlas/dist/dashboard/index.html.gz
du -sk node_modules | awk '{ printf "installed: %.1f MB\n", $1 / 1024 }'

# In a program of its own, because an import of kubeatlas/types holds for a whole program.
cat > installed-kubernetes.mts <<'END'
import type { Client } from 'kubeatlas';
import type { Deployment } from 'kubeatlas/types';

export const replicas = (deployment: Deployment): number | undefined => deployment.spec?.replicas;
export const read = async (client: Client): Promise<string | undefined> =>
  (await client.resource('deployments').namespace('shop').get('front')).spec?.strategy?.type;
// @ts-expect-error -- a deployment has no such field
export const wrong = (deployment: Deployment): unknown => deployment.spec?.replica;
END
cp installed-kubernetes.mts installed-kubernetes.cts

# The types, as every supported compiler sees them from both module systems.
for typescript in 5.9 6 7; do
  npm install --silent --no-audit --no-fund --no-save "typescript@$typescript" @types/node@20 msw@2
  cp installed-types.ts installed-types.mts
  cp installed-types.ts installed-types.cts
  npx --no-install tsc --noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2023,dom,dom.iterable \
    --module nodenext --moduleResolution nodenext --types node installed-types.mts installed-types.cts
  npx --no-install tsc --noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2023,dom,dom.iterable \
    --module nodenext --moduleResolution nodenext --types node installed-kubernetes.mts installed-kubernetes.cts
  # How TypeScript 5 resolves names where only `module: commonjs` is said.
  case $typescript in
    5.*) npx --no-install tsc --noEmit --strict --target es2022 --lib es2023,dom,dom.iterable \
      --module commonjs --moduleResolution node10 --types node installed-types.cts ;;
    # As bundlers resolve them.
    7) npx --no-install tsc --noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2023,dom,dom.iterable \
      --module esnext --moduleResolution bundler --types node installed-types.ts ;;
  esac
  echo "types: TypeScript $(npx --no-install tsc --version | awk '{ print $2 }') ok"
done
