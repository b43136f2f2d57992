// Runs one of the examples on the built package: `npm run example -- NAME`.
import { existsSync, readdirSync } from 'node:fs';

const names = readdirSync(import.meta.dirname).filter((name) => existsSync(`${import.meta.dirname}/${name}/main.ts`));
const [name = ''] = process.argv.splice(2, 1);
if (names.includes(name)) {
  process.argv[1] = `${import.meta.dirname}/${name}/main.ts`;
  await import(`./${name}/main.ts`);
} else {
  process.stderr.write(`npm run example -- ${names.join(' | ')}\n`);
  process.exitCode = 1;
}
