/** Objects that stand: whether what is done to new ones would be done to them, and how they get to where the plan keeps them. */
import type { Backfill, CoursePart, Site, Unnamed } from './course-types.ts';
import { covers, isAny, overlap } from './parts.ts';
import type { PlanPart } from './parts.ts';
import { classNames, rulesKnowSizes } from './storage-classes.ts';

/** A part with its buckets. */
export interface Laid {
  part: PlanPart;
  course: CoursePart;
  /** Where its objects end, as they are named in the plan. */
  ends: { ref: string; bucket: Unnamed }[];
  held: ReadonlySet<Unnamed>;
}

/** Whether what is done to new objects would be done to these, which stand. */
export function isInTheWay({ part, ends }: Laid, young: readonly Laid[], { jobs }: Site): boolean {
  return (
    part.stream === 'old' &&
    ends.some(({ ref, bucket }) => {
      if (part.upToShare !== null && young.some(({ held }) => held.has(bucket))) return true;
      const onward = bucket.transitions.filter(
        ({ to }) => bucket.stores.indexOf(to) > bucket.stores.indexOf(ref),
      );
      return [...onward, ...bucket.expiries, ...jobs.filter(({ from }) => from === bucket.id)].some(
        ({ sizes }) => overlap(sizes, part.sizes),
      );
    })
  );
}

/** Whether objects that stand are in the bucket today, if in another class. */
const isThere = ({ stores }: Unnamed, { scenario: { current } }: Site) =>
  typeof current === 'string' && stores.includes(current);

/**
 * Of what is not in its store today, and no rule moves there: to be copied, or, where it lies in the bucket already, to be changed in
 * place. Of what is popular, the schedule fills the first bucket.
 */
export function standingOf(
  { part, ends }: Laid,
  newPrefix: string,
  inPlace: boolean,
  site: Site,
): Backfill[] {
  const { archive, parts, scenario } = site;
  const { stream, sizes, upToShare } = part;
  const isPopular = upToShare !== null && parts.some((one) => (one.upToShare ?? 0) > upToShare);
  if (stream !== 'old' || isPopular) return [];
  return ends.flatMap(({ ref, bucket }) => {
    if (ref === scenario.current || isThere(bucket, site) !== inPlace) return [];
    const isMoved =
      inPlace &&
      newPrefix === '' &&
      bucket.transitions.some(
        (rule) =>
          rule.to === ref && covers(rule.sizes, sizes) && (isAny(rule.sizes) || rulesKnowSizes(bucket.kind)),
      );
    if (isMoved) {
      site.notes.push(
        `The same lifecycle rules move the standing objects to ${ref}: nothing is copied there.`,
      );
      return [];
    }
    const { ofWrites, inRules } = classNames(archive, ref);
    if (inPlace) return [{ to: bucket.id, toClass: ofWrites ?? inRules, sizes }];
    return [{ to: bucket.id, toClass: ofWrites === bucket.writeClass ? null : ofWrites, sizes }];
  });
}
