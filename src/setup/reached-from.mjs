// Which modules a program loads before it has answered: whoever bundles it may keep them together.

/**
 * A plugin of Rolldown that knows, once the modules are read, all that `entries` import and what those import in turn.
 * What is imported only when it is asked for does not count.
 * @param {readonly string[]} entries full names of files
 */
export function reachedFrom(entries) {
  /** @type {Set<string>} */
  const reached = new Set();
  return {
    reached,
    plugin: {
      name: 'reached-from',
      /** @this {import('rolldown').PluginContext} */
      buildEnd() {
        const waiting = [...entries];
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (reached.has(id)) continue;
          reached.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      },
    },
  };
}
