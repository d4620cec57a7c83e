/** Stores on servers of one's own, as scenarios and usages state them: every figure is the user's. */
import * as z from 'zod/mini';
import { said } from '../../said.ts';
import { Bytes, FillShare } from '../../scenario/quantity.ts';
import { PlaceRef } from '../../scenario/refs.ts';
import { isPrintedRate, parseRate } from '../editions/rate.ts';

const DESTINATIONS = ['internet', 'same-region', 'other-region', 'other-zone', 'cdn', 'partner'] as const;
const MOST = 100_000;
const MOST_AMOUNT = 1e9;
const Whole = z.int().check(z.gte(1), z.lte(MOST));
const Text = z.string().check(z.maxLength(60));

const amountOf = (text: string) => parseRate(text, 1000).amount ?? NaN;
const isPer = (unit: string) => (text: string) => isPrintedRate(text) && parseRate(text, 1000).unit === unit;

/** `190 per month`, as the number. */
const Monthly = z.pipe(
  Text.check(
    z.refine((text) => isPer('month')(text) && amountOf(text) <= MOST_AMOUNT, {
      error: 'write a price a month, such as 190 per month',
    }),
  ),
  z.transform(amountOf),
);

const PerKwh = z.pipe(
  Text.check(z.regex(/^\d{1,6}(\.\d{1,6})? per kWh$/, 'write a price such as 0.25 per kWh')),
  z.transform((text) => Number.parseFloat(text)),
);

const Watts = z.pipe(
  Text.check(z.regex(/^\d{1,6} W$/, 'write watts, such as 450 W')),
  z.transform((text) => Number.parseInt(text, 10)),
);

/** Bytes stored for each byte kept: 1.5 of `8+4`, 3 of `3 copies`. */
const Redundancy = z.pipe(
  z
    .string()
    .check(z.regex(/^([1-9]\d?\+\d{1,2}|[1-9] cop(y|ies))$/, 'write data+parity such as 8+4, or 3 copies')),
  z.transform((text) => {
    const [data = 1, parity] = text.split('+').map((part) => Number.parseInt(part, 10));
    return parity === undefined ? data : (data + parity) / data;
  }),
);

/** A region or a country; a zone would be no name of a store's region. */
const Site = PlaceRef.check(
  z.regex(/^[^/]+\/[^/]+$/, 'write a region such as hetzner/fsn1, or a country such as internet/DE'),
);

/** Below that, a server would hold no whole GB. */
const DiskSize = Bytes.check(z.refine((size) => size >= 1e11, 'write the size of a disk, at least 100 GB'));

const PerGb = Text.check(z.refine(isPer('GB'), { error: 'write a price such as 0 per GB or 1 per TB' }));

const Egress = z.union([
  z.pipe(
    PerGb,
    z.transform((internet) => ({ internet })),
  ),
  z.pipe(
    z.partialRecord(z.enum(DESTINATIONS), z.union([z.literal('unknown'), PerGb])),
    z.transform((own) => ({ internet: 'unknown', ...own })),
  ),
]);

const SelfHostedStore = z.strictObject({
  at: said('Where the servers are: a region of a cloud, or a country.', Site, 'hetzner/fsn1'),
  title: said('What it is called.', z.optional(Text), 'MinIO in Falkenstein'),
  currency: said('Of all these prices.', z._default(z.enum(['USD', 'EUR']), 'USD')),
  servers: said(
    'Servers, at least so many; each brings its disks.',
    z.strictObject({
      least: said('The smallest cluster.', Whole, 4),
      price: said('Of one: rent, or its share of the purchase.', Monthly, '190 per month'),
    }),
  ),
  disks: said(
    'Disks of one server.',
    z.strictObject({
      perServer: said('How many.', Whole, 12),
      size: said('Bytes of one.', DiskSize, '16 TB'),
      price: said('Of one; included: in the price of the server.', z.union([z.literal('included'), Monthly])),
    }),
  ),
  power: said(
    'Power of one server with its disks; included: in the price of the server.',
    z.union([
      z.literal('included'),
      z.strictObject({
        perServer: said('What it draws on average.', Watts, '450 W'),
        price: said('With cooling, where that is billed apart.', PerKwh, '0.25 per kWh'),
      }),
    ]),
  ),
  people: said('Of those who run it.', Monthly, '1800 per month'),
  redundancy: said('Erasure code as data+parity, or copies.', Redundancy, '8+4'),
  fill: said('Share of the disks that may be full.', FillShare, '80 %'),
  egress: said(
    'Price of what leaves, to everywhere or by destination. Absent: unknown.',
    z.optional(Egress),
    '0 per GB',
  ),
  zones: said('Zones that hold each object. Absent: unknown.', z.optional(Whole), 1),
  durability: said(
    'Durability that you count on. Absent: unknown.',
    z.optional(Text.check(z.regex(/^\d{1,2}(\.\d{1,14})? %$/, 'write a share such as 99.9999 %'))),
    '99.9999 %',
  ),
});
export type SelfHostedStore = z.output<typeof SelfHostedStore>;

/** By name: `minio` is the store `self-hosted/minio`. */
export const SelfHostedFile = z.record(
  z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'a name is written minio or ceph-berlin')),
  SelfHostedStore,
);
export type SelfHosted = z.output<typeof SelfHostedFile>;
