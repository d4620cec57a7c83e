/**
 * What the formulas that public calculators publish make of the cases that they can be asked: bytes stored for a month and bytes
 * sent to the internet. Each takes gigabytes of 1,024^3 bytes; its prices are those of its day. `explained`: why it is wrong where
 * it is. The formulas are told in our own words from the pages named.
 */
import { parseBytes } from '#core/units.ts';
import type { Answer, Case } from './case.ts';

interface PublicCalculator {
  name: string;
  source: string;
  /** Null: it cannot be asked. */
  answer: (one: Case) => Answer | null;
  explained: Readonly<Record<string, string>>;
}

interface UsageText {
  store?: string;
  region?: string;
  stored?: string;
  egress?: Record<string, string>;
}

interface Asked {
  storedGb: number;
  sentGb: number;
}

const PLAIN = new Set(['store', 'region', 'asOf', 'days', 'month', 'stored', 'objectSize', 'egress']);

/** What is stored and sent, where a case says nothing else and one of `formulas` knows its store. */
function asking(formulas: Readonly<Record<string, (asked: Asked) => number>>): PublicCalculator['answer'] {
  return ({ usage, prices }) => {
    const { store, region, stored = 0, egress = {} } = usage as UsageText;
    const formula = formulas[store ?? ''] ?? formulas[`${store}@${region}`];
    const others = Object.keys(egress).filter((to) => to !== 'internet');
    if (!formula || prices || others.length > 0 || Object.keys(usage).some((key) => !PLAIN.has(key)))
      return null;
    const inGb = (bytes: string | number) => parseBytes(bytes) / 2 ** 30;
    const total = formula({ storedGb: inGb(stored), sentGb: inGb(egress.internet ?? 0) });
    return { total };
  };
}

/** Bands by their width, each at its price. */
function banded(amount: number, bands: readonly (readonly [to: number, price: number])[]): number {
  let [cost, from] = [0, 0];
  for (const [to, price] of bands) {
    cost += Math.max(0, Math.min(amount, to) - from) * price;
    from = to;
  }
  return cost;
}

const above = (amount: number, free: number) => Math.max(0, amount - free);

export const PUBLIC_CALCULATORS: readonly PublicCalculator[] = [
  {
    name: 'aradabir007/object-storage-calculator of 2025-12-28',
    source: 'https://github.com/aradabir007/object-storage-calculator',
    // Storage rounded up to whole billing units at one price; bands for egress alone.
    answer: asking({
      'aws/s3-standard@eu-central-1': ({ storedGb, sentGb }) =>
        Math.ceil(storedGb) * 0.0245 +
        banded(sentGb, [
          [10 * 1024, 0.09],
          [40 * 1024, 0.085],
          [100 * 1024, 0.07],
          [Infinity, 0.05],
        ]),
      'backblaze/b2': ({ storedGb, sentGb }) =>
        Math.ceil(storedGb) * 0.006 + Math.ceil(above(sentGb, 3 * storedGb)) * 0.01,
      'cloudflare/r2-standard': ({ storedGb }) => Math.ceil(storedGb) * 0.015,
      'tigris/standard': ({ storedGb }) => Math.ceil(above(storedGb, 5)) * 0.02,
      'wasabi/pay-as-you-go': ({ storedGb }) => Math.ceil(storedGb / 1024) * 6.99,
    }),
    explained: {
      'plain-r2-terabyte': 'its GB is 1,024^3 bytes, and the ten that are free are left out',
      'r2-catalog-storage': 'its GB is 1,024^3 bytes, and the ten that are free are left out',
      'plain-b2-three-times': 'its GB is 1,024^3 bytes, and the ten that are free are left out',
      'plain-b2-small': 'the ten GB that are free are left out',
      'b2-ten-terabytes-each-way': 'its GB is 1,024^3 bytes, and its price is of 2025',
      'gigabyte-of-b2': 'its GB is 1,024^3 bytes, and its price is of 2025',
      'gigabyte-and-month-of-r2':
        'its GB is 1,024^3 bytes, the ten that are free are left out, and a month has no days',
      'plain-s3-frankfurt': 'its bands of storage are listed and not used: all is billed at the first price',
      'plain-s3-egress':
        'its bands end at 40 and 100 TB, not at 50 and 150, and the 100 GB that are free are left out',
      'plain-wasabi-and-a-half':
        'storage is rounded up to whole TB, which Wasabi does with the first one alone',
    },
  },
  {
    name: 'ichmen/StorageCalc',
    source: 'https://github.com/ichmen/StorageCalc, src/utils/utils.js',
    answer: asking({
      'backblaze/b2': ({ storedGb, sentGb }) => {
        const cost = sentGb * 0.01 + storedGb * 0.005;
        return cost === 0 ? 0 : Math.max(7, cost);
      },
      'scaleway/standard-multi-az': ({ storedGb, sentGb }) =>
        above(sentGb, 75) * 0.02 + above(storedGb, 75) * 0.06,
    }),
    explained: {
      'plain-b2-three-times': 'egress is never free, the price is 5 USD a TB, and at least 7 USD are billed',
      'plain-b2-small': 'at least 7 USD are billed, and B2 names no minimum',
      'b2-ten-terabytes-each-way': 'egress is never free, and the price is 5 USD a TB',
      'gigabyte-of-b2': 'the price is 5 USD a TB',
      'plain-scaleway-multi-az': 'it bills 0.06 per GB stored and 0.02 sent, and 75 GB stored as free',
    },
  },
];
