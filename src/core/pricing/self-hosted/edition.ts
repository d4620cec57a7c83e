/**
 * The price list of a store on servers of one's own, for bills and plans. A cluster grows by whole servers, each with its disks:
 *
 *   usable bytes of a server = disks × size ÷ redundancy × fill
 *   servers                  = the least, or as many as what is stored needs
 *   power of a server        = watts × 730 h
 *
 * The smallest cluster and its people are a fee that includes what it can hold. What is stored above that is billed by the server.
 */
import { present } from '../../present.ts';
import { EditionFile } from '../editions/edition.ts';
import type { Edition } from '../editions/edition.ts';
import type { OwnCosts } from './costs.ts';
import type { SelfHostedStore } from './file.ts';

const PROVIDER = 'self-hosted';
const HOURS_A_MONTH = 730;

export const storeOf = (name: string) => `${PROVIDER}/${name}`;

function costsOf({ servers, disks, power, people, redundancy, fill }: SelfHostedStore): OwnCosts {
  const kwhPerServer = power === 'included' ? 0 : (power.perServer * HOURS_A_MONTH) / 1000;
  return {
    least: servers.least,
    disksPerServer: disks.perServer,
    kwhPerServer,
    prices: {
      servers: servers.price,
      disks: disks.price === 'included' ? 0 : disks.perServer * disks.price,
      power: power === 'included' ? 0 : kwhPerServer * power.price,
    },
    people,
    // A hair below a whole GB is that GB.
    usableGb: Math.floor(((disks.perServer * disks.size) / redundancy / 1e9) * fill * (1 + 1e-12)),
  };
}

/** One price list that holds on every day. */
export function editionOf(name: string, store: SelfHostedStore): Edition {
  const { at, currency, egress, zones, durability } = store;
  const owned = costsOf(store);
  const { prices, least, people, usableGb } = owned;
  const perServer = prices.servers + prices.disks + prices.power;
  const id = storeOf(name);
  const file = EditionFile.parse({
    currency,
    gigabyte: 1_000_000_000,
    month: 'calendar',
    precision: 'day',
    confirmed: LAST_DAY,
    recorded: FIRST_DAY,
    confidence: 'official',
    zones: zones ?? null,
    ...present({ durability }),
    places: [at],
    operations: { classes: {} },
    rules: { storage: { averaging: 'byte-hours', quantum: usableGb } },
    regions: {
      [at.slice(at.indexOf('/') + 1)]: {
        storage: `${plain(perServer)} per ${usableGb} GB-months`,
        egress: egress ?? { internet: 'unknown' },
        subscription: {
          price: `${plain(least * perServer + people)} per month`,
          includes: { storage: least * usableGb },
        },
      },
    },
    sources: [{ id: 'own', url: OWN_FIGURES, retrieved: FIRST_DAY }],
  });
  return { ...file, store: id, provider: PROVIDER, date: FIRST_DAY, id, owned };
}

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '9999-12-31';
const OWN_FIGURES = 'your own figures';

/** As a price list prints it: decimals without an exponent. */
const plain = (amount: number) => `${Number(amount.toFixed(6))}`;
