export type LatencyFinding =
  | { code: 'evidence-missing'; store: string; operation: string }
  | { code: 'cross-harness'; stores: string[]; datasets: string[] }
  | { code: 'no-shifted-lognormal'; store: string; ratio: number }
  | { code: 'rate-limit'; store: string; scope: string; demandPerSecond: number; limitPerSecond: number; units: number | null }
  | { code: 'dataset-claimed'; dataset: string };
