import {
  Converter,
  DeclarationReflection,
  ReflectionKind,
  ReferenceType,
  type Application,
  type CommentDisplayPart,
  type Context,
  type ParameterReflection,
  type Reflection,
} from 'typedoc';

/**
 * What a reader has no use for goes before anything is written: constructors of classes that the package makes itself, what
 * every error has to be told apart, and methods that an interface has from another.
 */
export function shorten(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    const all = Object.values(project.reflections);
    for (const each of all) if (isNoise(each)) project.removeReflection(each);
    for (const each of project.getReflectionsByKind(ReflectionKind.Parameter)) {
      if (each.name === '__namedParameters') each.name = nameOf(each as ParameterReflection);
    }
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }: Context) => {
    const methods = project.getReflectionsByKind(ReflectionKind.Method);
    for (const each of methods) {
      if (each instanceof DeclarationReflection && each.inheritedFrom !== undefined) project.removeReflection(each);
    }
    linkErrors(Object.values(project.reflections));
  });
}

function isNoise(reflection: Reflection): boolean {
  if (reflection.kindOf(ReflectionKind.Constructor)) return true;
  const isStatic = reflection.flags.isStatic;
  return isStatic && ['brand', '[hasInstance]', '[iterator]'].includes(reflection.name);
}

/** What is taken apart in the signature has no name of its own there. */
function nameOf({ type }: ParameterReflection): string {
  if (!(type instanceof ReferenceType)) return 'options';
  return type.name.charAt(0).toLowerCase() + type.name.slice(1);
}

/** In `@throws`, errors become links, with the code by which a program tells each. */
function linkErrors(all: readonly Reflection[]): void {
  const errors = new Map<string, DeclarationReflection>();
  for (const each of all) {
    if (each instanceof DeclarationReflection && each.kindOf(ReflectionKind.Class)) errors.set(each.name, each);
  }
  for (const { comment } of all) {
    for (const tag of comment?.blockTags ?? []) {
      if (tag.tag === '@throws') tag.content = tag.content.flatMap((part) => withLinks(part, errors));
    }
  }
}

function withLinks(
  part: CommentDisplayPart,
  errors: ReadonlyMap<string, DeclarationReflection>,
): readonly CommentDisplayPart[] {
  if (part.kind !== 'text') return [part];
  return part.text.split(/\b([A-Z]\w*Error)\b/).flatMap((text): CommentDisplayPart[] => {
    const target = errors.get(text);
    if (target === undefined) return [{ kind: 'text', text }];
    const code = codeOf(target);
    return [
      { kind: 'inline-tag', tag: '@link', text, target },
      ...(code === undefined ? [] : [{ kind: 'text' as const, text: ` (\`${code}\`)` }]),
    ];
  });
}

function codeOf(error: DeclarationReflection): string | undefined {
  const type = error.children?.find(({ name }) => name === 'code')?.type;
  return type?.type === 'literal' && typeof type.value === 'string' ? type.value : undefined;
}
