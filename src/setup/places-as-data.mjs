/**
 * Leaves the tables of places out of the Plan page's worker: they are data there, fetched beside the prices.
 * @returns {import('vite').Plugin}
 */
export function placesAsData() {
  let isPlan = false;
  return {
    name: 'stowage:places-as-data',
    buildStart({ input }) {
      isPlan = /\bplan\.worker\b/.test(JSON.stringify(input));
    },
    load(id) {
      return isPlan && id.endsWith('/core/places/all.ts') ? 'export const ALL_PLACES = [];' : null;
    },
  };
}
