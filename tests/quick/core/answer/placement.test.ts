import { expect, test } from 'vitest';
import { namesWith } from '#core/answer/words/placement.ts';

const A = 'aws/s3-express-one-zone@us-east-1';
const B = 'aws/s3-standard@us-east-1';
const C = 'tigris/standard@global';
const SHORT: Record<string, string> = { [A]: 'A', [B]: 'B', [C]: 'C', 'aws/cloudfront': 'CloudFront' };
const names = namesWith(
  (ref) => SHORT[ref] ?? ref,
  () => undefined,
);

test.each([
  [`single:${C}`, 'Everything in C', 'C', 'C'],
  [
    `single:${C}~via=aws/cloudfront`,
    'Everything in C, through CloudFront',
    'C, through CloudFront',
    'C, through CloudFront',
  ],
  [
    `age:${A}>${C}@45d:tier`,
    'A for the first 45 days, then moved to C',
    'A for 45 days, then C',
    'A for 45 days › C',
  ],
  [
    `age:${A}>${C}@5d:dual~by=210`,
    'Written to A and C at once, deleted from A after 5 days',
    'C with a copy in A for the first 5 days',
    'C + A for 5 days',
  ],
  [
    `age:${A}>${B}>${C}@6h@2d:tier,life`,
    'A for the first 6 h, then moved to B, and to C after 2 days',
    'A to 6 h, B to 2 days, then C',
    'A to 6 h › B to 2 days › C',
  ],
  [
    `age:${A}>${B}>${C}@6h@2d:tier,dual`,
    'Written to A and C at once, moved from A to B after 6 h and deleted there after 2 days',
    'C with a copy in A to 6 h and in B to 2 days',
    'C + A to 6 h › B to 2 days',
  ],
  [
    `age:${A}>${B}>${C}@6h@2d:dual,tier`,
    'Written to A and B at once, deleted from A after 6 h, moved to C after 2 days',
    'B with a copy in A for the first 6 h, then C from 2 days on',
    'B + A to 6 h › C from 2 days',
  ],
  [`age:${A}>${B}:dual`, 'B with a copy in A', 'B with a copy in A', 'B + A'],
  [`age:${A}>${B}>${C}:tier,tier`, 'A, then B, then C', 'A, then B, then C', 'A › B › C'],
  [
    `size:${A}>${B}@128KiB`,
    'Objects up to 128 KiB in A, larger ones in B',
    'A for objects up to 128 KiB and B for larger ones',
    'A up to 128 KiB | B',
  ],
  [
    `popular:${A}>${B}@10%`,
    'The most read 10% of objects in A, the rest in B',
    'A for the most read 10% of objects and B for the rest',
    'A for the most read 10% | B',
  ],
  [
    `cache:${A}>${B}@90min`,
    'Everything in B with copies in A for 1.5 h after each read',
    'B with copies in A for 1.5 h after each read',
    'B + copies in A for 1.5 h',
  ],
  [
    `cache:${A}>${B}@3d:through,upto-1MB`,
    'Everything in B with copies in A for 3 days after each read or write of objects up to 1 MB',
    'B with copies in A for 3 days after each read or write of objects up to 1 MB',
    'B + copies in A for 3 days',
  ],
  [`copies:${A}+${C}`, 'Everything in both A and C', 'A and C', 'A + C'],
  [
    `mix:new=${A}>${B}@30d;old=${B}`,
    'A and B, split by age and new or standing',
    'A and B, split by age and new or standing',
    'new: A for 30 days › B | standing: B',
  ],
  [
    `mix:new.1.5MiB,new.4MiB=${A}+${C}>${C}>${B}@6h@90d;old.1.5MiB.10%=${C};old.1.5MiB.100%=${B}`,
    'A, C and B, split by age, size, popularity and new or standing',
    'A, C and B, split by age, size, popularity and new or standing',
    'new 1.5 MiB, 4 MiB: A + C to 6 h › C to 90 days › B | standing 1.5 MiB most read 10%: C | standing 1.5 MiB rest: B',
  ],
  [
    `mix:old.5kB.3%,old.8MB.100%,old.1MB.100%=${A};old.5kB.33%,old.5kB.100%,old.8MB.3%,old.8MB.33%,old.1MB.3%=${B};old.1MB.33%=${C}`,
    'A, B and C, split by size and popularity',
    'A, B and C, split by size and popularity',
    'standing 5 kB most read 3%, 8 MB rest, 1 MB rest: A | standing 5 kB rest, 8 MB most read 33%, 1 MB most read 3%: B | standing 1 MB most read 3–33%: C',
  ],
  [
    `mix:new=${A}>${B}@1d@2d`,
    `mix:new=${A}>${B}@1d@2d`,
    `mix:new=${A}>${B}@1d@2d`,
    `mix:new=${A}>${B}@1d@2d`,
  ],
  ['single:nobody', 'single:nobody', 'single:nobody', 'single:nobody'],
])('%s as a title, within a sentence and in a cell', (id, title, phrase, cell) => {
  expect([names.title(id), names.placement(id), names.cell(id)]).toEqual([title, phrase, cell]);
});
