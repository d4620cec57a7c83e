// What a bundle takes from Node's own modules, taken without `import`: that asks each module for all it has, and so loads a
// dozen others that nobody wants. A tenth of a short answer was this.

const IMPORT = /^import (?<names>.+) from "(?<module>node:[\w/]+)";$/gmu;

/** A plugin of Rolldown. */
export function builtInsAsTheyAre() {
  return {
    name: 'built-ins-as-they-are',
    /** @param {string} code */
    renderChunk: (code) =>
      code.replaceAll(IMPORT, (_, /** @type {string} */ names, /** @type {string} */ module) => {
        const taken = names.replace(/^\* as /u, '').replaceAll(' as ', ': ');
        return `const ${taken} = process.getBuiltinModule("${module}");`;
      }),
  };
}
