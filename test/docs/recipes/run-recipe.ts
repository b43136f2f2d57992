import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { OwnerReference } from '../../../src/index.js';
import { objectsFromYaml } from '../../../src/yaml/index.js';
import { codeBlocks } from '../code-blocks.js';
import { expectPrinted, runExample } from '../run-example.js';
import type { RecipeCase, World } from './recipe-case.js';

/** The recipes of the documentation. */
export const recipes = codeBlocks(readFileSync(path.resolve(import.meta.dirname, '../../../docs/recipes.md'), 'utf8'));

/** Stores the objects of a case, runs its recipe, and expects what it prints and what it leaves. */
export async function runRecipe(recipe: RecipeCase, world: World, kubeconfig: string): Promise<void> {
  await storeObjects(recipe.objects ?? '', world);
  await recipe.before?.(world);
  const block = recipes.find(({ heading }) => heading === recipe.title);
  if (block === undefined) throw new Error(`there is no recipe ${recipe.title}`);
  const program = runExample(block.code, { kubeconfig, files: recipe.files });
  await recipe.during?.(world);
  if (recipe.endless) {
    await expect.poll(() => program.printed.length).toBe(recipe.prints.length);
    await program.close();
    await expect(program.done).rejects.toMatchObject({ code: 'closed' });
  } else {
    await program.done;
  }
  expectPrinted(program.printed, recipe.prints);
  await recipe.after?.(world);
}

/** Stores objects in YAML, one after the other; an owner reference without a uid gets that of the object before it. */
export async function storeObjects(text: string, world: World): Promise<void> {
  const uids = new Map<string, string | undefined>();
  for (const object of objectsFromYaml(text)) {
    for (const reference of (object.metadata.ownerReferences ?? []) as Pick<OwnerReference, 'kind' | 'name'>[]) {
      if (!('uid' in reference)) Object.assign(reference, { uid: uids.get(`${reference.kind}/${reference.name}`) });
    }
    const stored = await world.put(object);
    uids.set(`${stored.kind}/${stored.metadata.name}`, stored.metadata.uid);
  }
}
