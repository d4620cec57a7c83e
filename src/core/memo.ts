/** Remembers what `make` gave for each key. */
export function memo<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** The same with an object as key, as long as that lives. */
export function memoWeak<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Makes it when it is first asked for. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Remembers with an object, as long as that lives, what `make` gave for it. */
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

/** Remembers with an object, as long as that lives, what `make` gave for two words about it. */
export function memoOf<O extends object, A extends string, B extends string, V>(
  make: (of: O, first: A, second: B) => V,
): (of: O, first: A, second: B) => V {
  const made = new WeakMap<O, (first: A) => (second: B) => V>();
  return (of, first, second) => {
    const known = made.get(of);
    if (known) return known(first)(second);
    const own = memo((a: A) => memo((b: B) => make(of, a, b)));
    made.set(of, own);
    return own(first)(second);
  };
}
