export type PriceFinding =
  | { code: 'price-missing'; store: string; region: string; meter: string; edition: string }
  | { code: 'before-record'; store: string; asOf: string; first: string }
  | { code: 'stale'; edition: string; confirmed: string; asOf: string; days: number }
  | { code: 'price-confidence'; edition: string; region: string; confidence: 'official-quoted' | 'secondary' | 'conflicting' | 'claimed' }
  | { code: 'operation-unlisted'; store: string; operation: string; takenAs: string }
  | { code: 'fair-use'; store: string; ratio: number; allowed: number }
  | { code: 'size-unstated'; store: string; meter: string }
  | { code: 'thirty-day-month'; store: string; days: number }
  | { code: 'region-missing'; store: string; region: string; edition: string };
