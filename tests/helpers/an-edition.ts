/** The smallest file that is an edition, and the smallest transfer table; each test overrides what it is about. */
export function anEditionFile(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    currency: 'USD',
    gigabyte: 1_073_741_824,
    month: 'calendar',
    precision: 'day',
    confirmed: '2026-02-01',
    recorded: '2026-11-20',
    confidence: 'official',
    zones: null,
    operations: { classes: { put: ['PutObject'], get: ['GetObject'] }, free: ['DeleteObject'] },
    rules: { storage: { averaging: 'byte-hours' } },
    regions: { 'us-east-1': aRegion() },
    sources: [{ id: 'page', url: 'https://example.com/prices', retrieved: '2026-02-01' }],
    ...overrides,
  };
}

export function aRegion(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    storage: '0.02 per GB-month',
    requests: { put: '0.005 per 1000 requests', get: '0.0004 per 1000 requests' },
    egress: { internet: '0.09 per GB' },
    ...overrides,
  };
}

export function aTransferFile(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    currency: 'USD',
    gigabyte: 1_073_741_824,
    precision: 'day',
    confirmed: '2026-02-01',
    recorded: '2026-11-20',
    confidence: 'official',
    regions: {
      'us-east-1': {
        internet: { group: 'a', tiers: [{ upTo: 10240, price: '0.09 per GB' }, { price: '0.05 per GB' }] },
        'same-region': '0 per GB',
        'other-region': { default: '0.02 per GB' },
      },
    },
    sources: [{ id: 'page', url: 'https://example.com/prices', retrieved: '2026-02-01' }],
    ...overrides,
  };
}
