/** Ids as names: `aws/s3-express-one-zone@us-east-1` → `S3 Express One Zone`. */
import { capital } from '#core/text/words.ts';

/** From one to the next. The page's font has it, and no arrow. */
export const THEN = ' › ';

const PROVIDERS: Record<string, string> = {
  aws: 'AWS',
  google: 'Google Cloud',
  digitalocean: 'DigitalOcean',
  idrive: 'IDrive',
  ovh: 'OVHcloud',
};
const WORDS: Record<string, string> = { pay: 'pay', as: 'as', you: 'you', go: 'go', e2: 'e2' };
/** Short for something, and written so. */
const LETTERS = ['ia', 'zrs', 'grs', 'ra', 'hns', 'usd', 'az', '1az'];

export interface StoreParts {
  provider: string;
  store: string;
  /** Null where the reference names none. */
  region: string | null;
}

/** Splits `provider/store@region`. */
export function storeParts(ref: string): StoreParts {
  const [id = '', region = null] = ref.split('@');
  const [provider = '', store = ''] = id.split('/');
  return { provider, store, region };
}

function providerName(provider: string): string {
  return PROVIDERS[provider] ?? capital(provider);
}

/** Stores that the plan on show has in more than one region; one plan is on show at a time. */
let inSeveral: ReadonlySet<string> = new Set();

/** From here on, names of stores that `refs` has in several regions say which. */
export function tellApart(refs: readonly string[]): void {
  const all = [...new Set(refs)].map((ref) => ref.split('@')[0] ?? '');
  inSeveral = new Set(all.filter((id, i) => all.indexOf(id) !== i));
}

/** Whether its name says the region already. */
export const saysRegion = (ref: string) => inSeveral.has(ref.split('@')[0] ?? '');

/** `S3 Standard`; `S3 Standard us-east-1` where it must be told from another. */
export function storeName(ref: string): string {
  const { region } = storeParts(ref);
  return region && saysRegion(ref) ? `${productName(ref)} ${region}` : productName(ref);
}

/** Product names that start with a short code of their own (S3, R2, B2) stand alone; others follow their provider. */
function productName(ref: string): string {
  const { provider, store } = storeParts(ref);
  if (!store) return ref;
  const name = store
    .split('-')
    .map((word) => WORDS[word] ?? (LETTERS.includes(word) ? word.toUpperCase() : capital(word)))
    .join(' ')
    .replace('pay as you go', 'pay-as-you-go');
  return /^[a-z]\d\b/.test(store) && name !== 'e2' ? name : `${providerName(provider)} ${name}`;
}

/** `S3 Standard, us-east-1`; a store that is in one place everywhere has no region to say. */
export function storeWithRegion(ref: string): string {
  const { region } = storeParts(ref);
  return region && region !== 'global' ? `${productName(ref)}, ${region}` : productName(ref);
}

/** `internet/europe` → `Europe, on the internet`; `aws/us-east-1` → `AWS us-east-1`. */
export function placeName(place: string): string {
  const [provider = '', where = '', zone] = place.split('/');
  if (provider !== 'internet') return `${providerName(provider)} ${zone ?? where}`;
  if (/^[A-Z]{2}$/.test(where)) {
    return `${new Intl.DisplayNames('en', { type: 'region' }).of(where) ?? where}, on the internet`;
  }
  return `${where.split('-').map(capital).join(' ')}, on the internet`;
}
