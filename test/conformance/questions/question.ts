/** One call that both are asked for. What is absent is not given. */
export type Question = ResourceQuestion | KindQuestion | SingularQuestion | WordsQuestion;

export const resourceMethods = ['kindFor', 'kindsFor', 'resourceFor', 'resourcesFor'] as const;
export const kindMethods = ['mappingFor', 'mappingsFor'] as const;

export interface ResourceQuestion {
  readonly method: (typeof resourceMethods)[number];
  readonly resource: string;
  /** client-go cannot tell '' from an absent group. */
  readonly group?: string;
  readonly version?: string;
}

export interface KindQuestion {
  readonly method: (typeof kindMethods)[number];
  readonly kind: string;
  readonly group: string;
  readonly versions: readonly string[];
}

export interface SingularQuestion {
  readonly method: 'singularFor';
  readonly resource: string;
}

/** What is typed. `kubectl` reads it as that program does, `memory` over a discovery client that keeps its documents in memory. */
export interface WordsQuestion {
  readonly method: 'kubectl' | 'memory';
  readonly words: readonly string[];
}

/** The question as a line for people. */
export function describeQuestion(question: Question): string {
  const { method, ...rest } = question;
  const text = `${method} ${JSON.stringify(rest)}`;
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
