/** The charts of the answer; fetched once there is one to draw. */
export { default as CostBars } from '#web/charts/answer/CostBars.svelte';
export { default as Strips } from '#web/charts/strips/Strips.svelte';
export { default as Latencies } from './Latencies.svelte';
