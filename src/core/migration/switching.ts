/** What providers and the law say of egress to another provider, other than the price list: rules of a move, and their sentences. */
import { bump } from '../at.ts';
import { PROVIDER_NAMES } from '../places.ts';
import type { Archive } from '../pricing/archive.ts';
import { providerOf } from '../pricing/sheets/resolve.ts';
import type { Switching } from '../pricing/store-facts.ts';
import type { OneOff, SwitchingRule } from '../report/time-types.ts';
import { overviewMoney } from '../text/money.ts';

type Rules = Pick<Archive, 'facts'>;

/** Rules of each provider whose egress a move pays for: of leaving it, or of using it beside the new `stores`. */
export function switchingOf(archive: Rules, { lines }: OneOff, stores: readonly string[]): SwitchingRule[] {
  const egress = new Map<string, number>();
  for (const { step, store, meter, amount } of lines)
    if (step === 'copy' && meter.startsWith('egress.') && (amount ?? 0) > 0)
      bump(egress, providerOf(store), amount ?? 0);
  const kept = new Set(stores.map(providerOf));
  return [...egress].flatMap(([provider, amount]) =>
    rulesOf(archive, provider, kept.has(provider) ? 'parallel' : 'leaving').map((rule) => ({
      ...rule,
      provider,
      amount,
    })),
  );
}

export function rulesOf(archive: Rules, provider: string, use: Switching['use']): Switching[] {
  return (archive.facts(`${provider}/transfer`)?.switching ?? []).filter((rule) => rule.use === use);
}

/** One for each rule, and what a scenario can write where egress is waived today. */
export function switchingWords(rules: readonly SwitchingRule[], asOf: string, currency: string): string[] {
  const words = rules.map((rule) => ruleWords(rule, rule.provider, asOf));
  const waived = rules.find(
    ({ use, egress, from }) => use === 'leaving' && egress === 'free on request' && from <= asOf,
  );
  if (!waived) return words;
  const { provider, amount } = waived;
  return [
    ...words,
    `Write migration.egressWaived: [${provider}] to leave its ${overviewMoney(amount, currency)} out.`,
  ];
}

export function ruleWords(
  { use, egress, customers, from, rule }: Switching,
  provider: string,
  asOf: string,
): string {
  const name = PROVIDER_NAMES[provider] ?? provider;
  const whose =
    use === 'leaving' ? `Egress on leaving ${name}` : `Egress of ${name} to a cloud used beside it`;
  const whom = customers === undefined ? '' : ` for customers ${customers}`;
  return `${whose} is ${egress}${whom} ${from <= asOf ? 'since' : 'from'} ${from}: ${rule}.`;
}
