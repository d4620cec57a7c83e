/** What is wrong with a name that somebody gives; null: nothing. */
import { isKeyDate } from '#core/scenario/key-date.ts';
import { shorten } from '#core/units.ts';

/** What some provider takes for a bucket or a container. */
export function bucketNameProblem(value: string): string | null {
  return /^[A-Za-z0-9$][A-Za-z0-9._-]{1,221}$/.test(value)
    ? null
    : `"${value}" is no name of a bucket; letters, digits, dots, dashes and underscores make one`;
}

/** Of the form in which keys hold the date an object was made. */
export function keyDateProblem(form: string): string | null {
  return isKeyDate(form)
    ? null
    : `"${form}" has no {yyyy} and {mm}; write it like {yyyy}/{mm}/{dd}, as keys hold it`;
}

/** Of what all keys of a plan begin with; a rule for keys reads neither wildcards nor line ends. */
export function keyPrefixProblem(prefix: string): string | null {
  return prefix === '' || /^[A-Za-z0-9!_.()'=@+/-]{1,200}$/.test(prefix)
    ? null
    : `"${shorten(prefix)}" is no prefix of keys; write letters, digits and any of !_.()'=@+/-`;
}

/** Keys of which somebody knows in which store they are: `thumbs/*`, `*.jpg`. */
export interface KeyForm {
  /** `aws/s3-standard@us-east-1` */
  ref: string;
  prefix: string;
  suffix: string;
}

/** A star stands for any text. */
export function keyFormProblem(form: string): string | null {
  return /^[^*]*\*[^*]*$/.test(form) && form !== '*' && form.length <= 1024
    ? null
    : `"${shorten(form)}" is no form of a key; write one star for what varies, like thumbs/* or *.jpg`;
}

export function keyFormOf(ref: string, form: string): KeyForm {
  const [prefix = '', suffix = ''] = form.split('*');
  return { ref, prefix, suffix };
}

/** No more are asked of each read. */
const MOST_FORMS = 100;

/** Forms of keys in a store, one a line, as somebody types them; up to the first that is wrong, which `problem` tells. */
export function keyFormsIn(ref: string, text: string): { forms: KeyForm[]; problem: string | null } {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  if (lines.length > MOST_FORMS)
    return {
      forms: [],
      problem: `${lines.length} forms are more than the ${MOST_FORMS} that a router looks at`,
    };
  const wrong = lines.findIndex((line) => keyFormProblem(line) !== null);
  const good = wrong < 0 ? lines : lines.slice(0, wrong);
  return {
    forms: good.map((line) => keyFormOf(ref, line)),
    problem: wrong < 0 ? null : keyFormProblem(lines[wrong] ?? ''),
  };
}
