/**
 * The published rules of FOCUS 1.2 for the columns a bill of usage and fees can have (focus.finops.org, columns and
 * attributes): which are mandatory, their types, their allowed values, when they are null and what they multiply to.
 * Written from the specification and not from the exporter.
 */
const MANDATORY = [
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ContractedCost',
  'EffectiveCost',
  'InvoiceIssuerName',
  'ListCost',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'ServiceCategory',
  'ServiceName',
];
const NEVER_NULL = MANDATORY.filter(
  (name) => !['BillingAccountName', 'ChargeClass', 'PricingQuantity', 'PricingUnit'].includes(name),
);
const KNOWN = [
  ...MANDATORY,
  'BillingAccountType',
  'ChargeFrequency',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractedUnitPrice',
  'ListUnitPrice',
  'PricingCategory',
  'RegionId',
  'RegionName',
  'ServiceSubcategory',
  'SkuId',
  'SkuMeter',
  'SkuPriceId',
];
const DECIMALS = [
  'BilledCost',
  'ConsumedQuantity',
  'ContractedCost',
  'ContractedUnitPrice',
  'EffectiveCost',
  'ListCost',
  'ListUnitPrice',
  'PricingQuantity',
];
const INSTANTS = ['BillingPeriodEnd', 'BillingPeriodStart', 'ChargePeriodEnd', 'ChargePeriodStart'];
const ALLOWED: Record<string, readonly string[]> = {
  ChargeCategory: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'],
  ChargeClass: ['Correction'],
  ChargeFrequency: ['One-Time', 'Recurring', 'Usage-Based'],
  PricingCategory: ['Standard', 'Dynamic', 'Committed', 'Other'],
  ServiceCategory: [
    'AI and Machine Learning',
    'Analytics',
    'Business Applications',
    'Compute',
    'Databases',
    'Developer Tools',
    'Multicloud',
    'Identity',
    'Integration',
    'Internet of Things',
    'Management and Governance',
    'Media',
    'Migration',
    'Mobile',
    'Networking',
    'Security',
    'Storage',
    'Web',
    'Other',
  ],
  ServiceSubcategory: [
    'Backup Storage',
    'Block Storage',
    'File System Storage',
    'Object Storage',
    'Storage Platform',
  ],
};
/** A data size or a capitalised noun, alone or hyphenated with a period. */
const UNIT = /^(?:\d+ )?(?:[KMGTPE]i?B|B|[A-Z][a-z]+)(?:-(?:Hours|Days|Months))?$/;

/** What breaks a rule, one sentence each; none when the file conforms. A null is an empty cell. */
export function focusProblems(rows: readonly Readonly<Record<string, string>>[]): string[] {
  const problems: string[] = [];
  const columns = Object.keys(rows[0] ?? {});
  for (const name of MANDATORY) if (!columns.includes(name)) problems.push(`${name} is wanting`);
  for (const name of columns)
    if (!KNOWN.includes(name) && !/^x_[A-Z][A-Za-z]+$/.test(name)) problems.push(`${name} is no column`);
  const customFirst = columns.findIndex((name) => name.startsWith('x_'));
  if (customFirst >= 0 && columns.slice(customFirst).some((name) => !name.startsWith('x_')))
    problems.push('custom columns stand before others');
  rows.forEach((row, i) => problems.push(...rowProblems(row).map((text) => `row ${i + 1}: ${text}`)));
  return problems;
}

function rowProblems(row: Readonly<Record<string, string>>): string[] {
  const problems: string[] = [];
  const value = (name: string) => (row[name] === undefined || row[name] === '' ? null : row[name]);
  const must = (holds: boolean, text: string) => {
    if (!holds) problems.push(text);
  };
  for (const name of NEVER_NULL) must(value(name) !== null, `${name} is null`);
  for (const name of DECIMALS)
    must(/^-?\d+(\.\d+)?$/.test(value(name) ?? '0'), `${name} ${value(name)} is no plain decimal`);
  for (const name of INSTANTS)
    must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value(name) ?? ''), `${name} is no UTC instant`);
  for (const [name, allowed] of Object.entries(ALLOWED))
    must(
      value(name) === null || allowed.includes(value(name) ?? ''),
      `${name} ${value(name)} is not allowed`,
    );
  for (const name of ['PricingUnit', 'ConsumedUnit'])
    must(value(name) === null || UNIT.test(value(name) ?? ''), `${name} ${value(name)} is no unit`);
  for (const text of Object.values(row))
    must(!/^(null|n\/a|not applicable|none)$/i.test(text), `"${text}" stands for null`);
  must(/^[A-Z]{3}$/.test(value('BillingCurrency') ?? ''), 'BillingCurrency is no ISO 4217 code');

  const category = value('ChargeCategory');
  const billedByUse = category === 'Usage' || category === 'Purchase';
  if (billedByUse)
    for (const name of [
      'PricingQuantity',
      'PricingUnit',
      'PricingCategory',
      'ListUnitPrice',
      'ContractedUnitPrice',
      'SkuId',
      'SkuPriceId',
    ])
      must(value(name) !== null, `${name} is null for ${category}`);
  must(
    !(category === 'Purchase' && value('ChargeFrequency') === 'Usage-Based'),
    'a purchase is not usage-based',
  );
  must(
    (value('ConsumedQuantity') !== null) === (category === 'Usage'),
    'ConsumedQuantity is for usage alone',
  );
  must(
    (value('ConsumedUnit') === null) === (value('ConsumedQuantity') === null),
    'ConsumedUnit goes with its quantity',
  );
  must(
    (value('BillingAccountType') === null) === (value('BillingAccountId') === null),
    'BillingAccountType goes with its id',
  );
  must((value('RegionName') === null) === (value('RegionId') === null), 'RegionName goes with RegionId');
  for (const [price, cost] of [
    ['ListUnitPrice', 'ListCost'],
    ['ContractedUnitPrice', 'ContractedCost'],
  ] as const) {
    const product = Number(value(price)) * Number(value('PricingQuantity'));
    const wanted = Number(value(cost));
    // An adjustment has a cost without a price.
    if (value(price) === null) continue;
    must(Math.abs(product - wanted) <= 1e-9 * Math.abs(wanted), `${price} x PricingQuantity is not ${cost}`);
    must(Number(value(price)) >= 0, `${price} is negative`);
  }
  for (const kind of ['Billing', 'Charge'])
    must(
      (value(`${kind}PeriodStart`) ?? '') < (value(`${kind}PeriodEnd`) ?? ''),
      `${kind} period ends before it starts`,
    );
  must(
    (value('ChargePeriodStart') ?? '') >= (value('BillingPeriodStart') ?? ''),
    'charged before the billing period',
  );
  must(
    (value('ChargePeriodEnd') ?? '') <= (value('BillingPeriodEnd') ?? ''),
    'charged after the billing period',
  );
  return problems;
}
