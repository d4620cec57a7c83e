// Annotated for bundlers: what is remembered and never asked for is left out of the page.

/** What `known` has for the key; else what `make` gives, which it has from then on. With `most` of them it begins anew. */
export function remembered<K, V>(known: Map<K, V>, key: K, make: () => V, most = Infinity): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = make();
  if (known.size >= most) known.clear();
  known.set(key, value);
  return value;
}

/** Remembers what `make` gave for each key, of `most` of them. */
/* @__NO_SIDE_EFFECTS__ */
export function memo<K, V>(make: (key: K) => V, most?: number): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => made.get(key) ?? remembered(made, key, () => make(key), most);
}

/** Remembers with an object, as long as that lives, what `make` gave for it. */
/* @__NO_SIDE_EFFECTS__ */
export function memoWith<O extends object, V>(make: (of: O) => V): (of: O) => V {
  const made = new WeakMap<O, V>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const value = make(of);
    made.set(of, value);
    return value;
  };
}

/** Makes it when it is first asked for. */
/* @__NO_SIDE_EFFECTS__ */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
