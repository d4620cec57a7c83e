import { nearestOrAll } from './choices.ts';
import { Misunderstood } from './failures.ts';

/** The first word of `argv` as one of `names`, and the rest. Throws `Misunderstood`. */
export function subcommandOf<T extends string>(
  command: string,
  names: readonly T[],
  argv: readonly string[],
): [T, string[]] {
  const [word, ...rest] = argv;
  const found = names.find((name) => name === word);
  if (found) return [found, rest];
  if (word === undefined)
    throw new Misunderstood(
      `stowage ${command} needs one of ${names.join(', ')}; see stowage help ${command}`,
    );
  throw new Misunderstood(`stowage ${command} has no "${word}"; ${nearestOrAll(word, names)}`);
}
