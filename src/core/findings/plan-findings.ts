export type PlanFinding =
  | { code: 'unproven-latency'; candidate: string; store: string; operation: string; requirement: string; needP99Ms: number | null; knownMs: [number, number] | null; probe: string; probeCost: number | null }
  | { code: 'input-is-range'; path: string; low: number; high: number; used: number }
  | { code: 'tiering-egress'; candidate: string; amount: number; bytes: number; from: string }
  | { code: 'dual-write-same-egress'; candidate: string; writer: string; from: string }
  | { code: 'store-left-out'; store: string; reason: string };
