/** Meters of a bill by the names people call them. */

const DESTINATIONS: Readonly<Record<string, string>> = {
  internet: 'the internet',
  'same-region': 'the same region',
  'other-region': 'other regions',
  'other-zone': 'other zones',
  cdn: 'a CDN of the provider',
};

/** Meters whose ids say less than their words. */
const WORDS: Readonly<Record<string, string>> = {
  online: 'index and restored copies',
  servers: 'server hardware',
  disks: 'disk space',
  people: 'staff time',
  'nat-gateway': 'NAT gateway',
  kms: 'key requests',
};

/** `egress.internet` → `egress to the internet`, `requests.put` → `PUT requests`, `requests.b` → `class B requests`. */
export function meterWords(meter: string): string {
  const [kind = meter, ...rest] = meter.split('.');
  const detail = rest.join('.');
  if (kind === 'requests' && detail !== '') {
    if (detail === 'free') return 'free requests';
    const name = /^[a-z]+$/.test(detail) ? detail.toUpperCase() : detail;
    return `${detail.length === 1 ? `class ${name}` : name} requests`;
  }
  const name = kind.replaceAll('-', ' ');
  if (detail === '') return WORDS[kind] ?? name;
  if (kind === 'egress') return `egress to ${DESTINATIONS[detail] ?? detail}`;
  return `${name}, ${detail.replaceAll('-', ' ')}`;
}
