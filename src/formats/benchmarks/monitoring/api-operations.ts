/** What monitoring calls an operation of an object store: the name in the S3 API, or what HTTP calls it. */
import type { Operation } from '#core/evidence/dataset.ts';

const NAMES: Readonly<Record<string, Operation>> = {
  getobject: 'GET',
  get: 'GET',
  putobject: 'PUT',
  put: 'PUT',
  uploadpart: 'PUT_PART',
  headobject: 'HEAD',
  head: 'HEAD',
  listobjects: 'LIST',
  listobjectsv2: 'LIST',
  list: 'LIST',
  deleteobject: 'DELETE',
  delete: 'DELETE',
  copyobject: 'COPY',
};

/** Null for any other. */
export const apiOperation = (name: string): Operation | null => NAMES[name.toLowerCase()] ?? null;
