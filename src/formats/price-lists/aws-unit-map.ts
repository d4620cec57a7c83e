/**
 * AWS's metered-unit map: the file behind its price pages, rate names by region. It is not documented, so a second
 * source. Each rate stands there twice, by name and by hash; `Any` and the nameless region are no regions.
 */
import * as z from 'zod/mini';
import { parseDecimal } from '#core/pricing/editions/decimal.ts';
import { ImportError } from '../importer.ts';
import type { ListedMeter } from '#core/pricing/store-facts.ts';
import { regionNamed } from './aws-regions.ts';
import { pullJson, type Visit } from '../reading/json-pull.ts';
import { listedMeters, oneDay, parsedBy } from './price-list.ts';
import type { ListedRate, ListedTier, PriceList, PriceListFormat } from './price-list.ts';

const Manifest = z.object({
  serviceId: z.literal('s3'),
  currencyCode: z.string(),
  hawkFilePublicationDate: z
    .string()
    .check(z.regex(/^\d{4}-\d{2}-\d{2}T/, 'a time is written 2025-10-22T21:14:55Z')),
});
const Rate = z.object({ rateCode: z.string(), price: z.string() });
type Rate = z.infer<typeof Rate>;

const NO_REGIONS = ['Any', ''];

export const awsUnitMap = {
  id: 'aws-unit-map',
  title: "AWS's metered-unit map of S3 (s3.json)",
  url: 'https://b0.p.awsstatic.com/pricing/2.0/meteredUnitMaps/s3/USD/current/s3.json',
  provider: 'aws',
  recognises: (head) =>
    /"manifest"\s*:\s*\{[^}]*"hawkFilePublicationDate"\s*:/.test(head) ||
    '{"manifest": {… "hawkFilePublicationDate": …}, "regions": {…}}',
  read(pages, store, currency, listed) {
    const meters = listedMeters(listed);
    const names = new Set(meters.flatMap(({ rateNames }) => rateNames));
    const found = new Map<string, Map<string, Rate>>();
    const remarks: string[] = [];
    const days: string[] = [];
    const visit: Visit = (path, value) => {
      const [top, place = '', name = ''] = path;
      if (top === 'manifest') {
        const manifest = parsedBy(Manifest, value(), 'manifest');
        if (manifest.currencyCode !== currency)
          throw new ImportError(
            `manifest.currencyCode: is ${manifest.currencyCode}, and the edition is in ${currency}`,
          );
        days.push(manifest.hawkFilePublicationDate.slice(0, 10));
      } else if (names.has(name) && !NO_REGIONS.includes(place)) {
        const region = found.get(place) ?? new Map<string, Rate>();
        region.set(name, parsedBy(Rate, value(), path.join('.')));
        found.set(place, region);
      }
    };
    for (const bytes of pages) pullJson(bytes, [['manifest'], ['regions', '*', '*']], visit);
    if (days.length < pages.length) throw new ImportError('manifest: is missing');
    const rates = [...found].flatMap(([place, rows]) => {
      const region = regionNamed(place);
      if (region === undefined) remarks.push(`"${place}" is no region known here; its prices are left out`);
      return region === undefined ? [] : meters.flatMap((meter) => rateOf(region, meter, rows));
    });
    return { published: oneDay(days), bandPerRow: false, version: null, rates, remarks } satisfies PriceList;
  },
} satisfies PriceListFormat;

/** One rate where every band of it is there. Throws `ImportError` where only some are. */
export function rateOf(region: string, meter: ListedMeter, rows: ReadonlyMap<string, Rate>): ListedRate[] {
  const found = meter.rateNames.map((name) => rows.get(name));
  if (found.every((rate) => rate === undefined)) return [];
  const tiers = found.map((rate, i): ListedTier => {
    const where = `regions: ${region}: "${meter.rateNames[i]}"`;
    if (!rate) throw new ImportError(`${where}: is missing, though its other bands are there`);
    const price = parseDecimal(rate.price);
    if (!price) throw new ImportError(`${where}: "${rate.price.slice(0, 40)}" is not a price`);
    return { upTo: meter.upTo?.[i] ?? null, price };
  });
  return [
    {
      region,
      meter: meter.meter,
      unit: meter.unit,
      tiers,
      from: found.flatMap((rate) => (rate ? [rate.rateCode] : [])),
    },
  ];
}
