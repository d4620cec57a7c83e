/** What `make` gave for each key, kept in `made`. */
function kept<K, V>(
  made: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  make: (key: K) => V,
): (key: K) => V {
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Remembers what `make` gave for each key. */
export const memo = <K, V>(make: (key: K) => V): ((key: K) => V) => kept(new Map<K, V>(), make);

/** Like `memo`, with an object as key, as long as that lives. */
export const memoWeak = <K extends object, V>(make: (key: K) => V): ((key: K) => V) =>
  kept(new WeakMap<K, V>(), make);

/** Makes it when it is first asked for. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Remembers with an object, as long as that lives, what `make` gave for two words about it. */
export function memoOf<O extends object, A extends string, B extends string, V>(
  make: (of: O, first: A, second: B) => V,
): (of: O, first: A, second: B) => V {
  const of = memoWeak((one: O) => memo((first: A) => memo((second: B) => make(one, first, second))));
  return (one, first, second) => of(one)(first)(second);
}
