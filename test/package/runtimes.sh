#!/usr/bin/env bash
# Packs the package, installs it into an empty folder, and runs the same programs in every runtime that is supported.
# The runtimes come as npm packages, so a registry is needed.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'kill "${server:-}" 2> /dev/null || true; rm -rf "$folder"' EXIT

cd "$project"
if [[ -z ${KUBEATLAS_TARBALL:-} ]]; then
  npm run build --silent > /dev/null
  KUBEATLAS_TARBALL=$folder/$(npm pack --silent --ignore-scripts --pack-destination "$folder")
fi
cp test/package/installed-esm.mjs test/package/installed-cjs.cjs test/package/{follow-pods,pods-server}.mjs "$folder/"
tls=$project/test/fixtures/tls
cd "$folder"
echo '{ "name": "stranger", "version": "1.0.0", "private": true }' > package.json
npm install --silent --no-audit --no-fund "$KUBEATLAS_TARBALL"

node pods-server.mjs "$tls/server.key" "$tls/server.crt" > urls &
server=$!
until [[ -s urls ]]; do sleep 0.1; done
read -r plain secure < urls
follow=(follow-pods.mjs "$plain" "$secure" "$tls/authority.crt")

for node in 20 22 24 26; do
  echo "Node $(npx -y -p "node@$node" node --version)"
  npx -y -p "node@$node" node installed-esm.mjs
  npx -y -p "node@$node" node installed-cjs.cjs
  npx -y -p "node@$node" node "${follow[@]}"
done
old=$(npx -y -p node@18 node node_modules/kubeatlas/dist/cli/main.js version --client 2>&1) && exit 1
[[ $old == *'needs Node 20.19 or newer, and this is 18.'* ]] || { echo "$old"; exit 1; }
echo "Bun $(npx -y bun@1 --version)"
npx -y bun@1 run installed-esm.mjs
npx -y bun@1 run installed-cjs.cjs
npx -y bun@1 run "${follow[@]}"
echo "$(npx -y deno@2 --version | head -n 1)"
npx -y deno@2 run --allow-all installed-esm.mjs
npx -y deno@2 run --allow-all "${follow[@]}"
