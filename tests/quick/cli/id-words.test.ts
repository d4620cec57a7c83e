import { expect, test } from 'vitest';
import { idsInWords } from '../../../src/cli/render/id-words.ts';

const A = 'aws/s3-express-one-zone@us-east-1';
const B = 'aws/s3-standard@us-east-1';
const C = 'tigris/standard@global';

test.each([
  [`single:${C}`, C],
  [`age:${A}>${C}@45d:tier`, `${A} for 45 days → ${C}`],
  [`age:${A}>${C}@5d:dual`, `${A} for 5 days beside ${C}`],
  [`age:${A}>${B}>${C}@6h@2d:tier,life`, `${A} to 6 h → ${B} to 2 days → ${C}`],
  [`age:${A}>${B}>${C}@6h@2d:tier,dual`, `${A} to 6 h → ${B} to 2 days beside ${C}`],
  [`age:${A}>${B}:dual`, `${A} beside ${B}`],
  [`size:${A}>${B}@128KiB`, `${A} for objects up to 128 KiB and ${B} for larger ones`],
  [`popular:${A}>${B}@10%`, `${A} for the 10 % of objects read most and ${B} for the rest`],
  [`cache:${A}>${B}@90min`, `${B} with copies in ${A} for 1.5 h after each read`],
  [
    `cache:${A}>${B}@3d:through,upto-1MB`,
    `${B} with copies in ${A} for 3 days after each read or write of objects up to 1 MB`,
  ],
  [`copies:${A}+${C}`, `${A} and ${C}`],
  [`mix:new=${A}>${B}@30d;old=${B}`, `new objects in ${A} for 30 days → ${B}, standing objects in ${B}`],
  [
    `mix:new.1.5MiB,new.4MiB=${A}+${C}>${C}>${B}@6h@90d;old.1.5MiB.10%=${C}`,
    `new objects of 1.5 MiB and new objects of 4 MiB in ${A} and ${C} to 6 h → ${C} to 90 days → ${B}, standing objects of 1.5 MiB up to 10 % by popularity in ${C}`,
  ],
  [`mix:new=${A}>${B};old=${A}`, `new objects in ${A} → ${B}, standing objects in ${A}`],
  [`mix:new=${A}>${B}@1d@2d`, `mix:new=${A}>${B}@1d@2d`],
  [`mix:some=${A}`, `mix:some=${A}`],
  ['single:nobody', 'single:nobody'],
])('%s in a sentence', (id, words) => {
  expect(idsInWords(`Saves $5 against ${id}.`)).toBe(`Saves $5 against ${words}.`);
  expect(idsInWords(`${id}, or (${id}) in 5 %; ${id}: more`)).toBe(
    `${words}, or (${words}) in 5 %; ${words}: more`,
  );
});
