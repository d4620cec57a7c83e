/** What is wrong with a name that somebody gives; null: nothing. */

/** What some provider takes for a bucket or a container. */
export function bucketNameProblem(value: string): string | null {
  return /^[A-Za-z0-9$][A-Za-z0-9._-]{1,221}$/.test(value)
    ? null
    : `"${value}" is no name of a bucket; letters, digits, dots, dashes and underscores make one`;
}

/** Of the form in which keys hold the date an object was made. */
export function keyDateProblem(form: string): string | null {
  return form.includes('{yyyy}') && form.includes('{mm}') && form.length <= 200
    ? null
    : `"${form}" has no {yyyy} and {mm}; write it like {yyyy}/{mm}/{dd}, as keys hold it`;
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
    : `"${form}" is no form of a key; write one star for what varies, like thumbs/* or *.jpg`;
}

export function keyFormOf(ref: string, form: string): KeyForm {
  const [prefix = '', suffix = ''] = form.split('*');
  return { ref, prefix, suffix };
}
