/** The parts of the form that fold away. */
import type { Component } from 'svelte';
import AssumePart from './AssumePart.svelte';
import EffortPart from './EffortPart.svelte';
import type { PartName } from './folds.ts';
import ReadersPart from './ReadersPart.svelte';
import ReadsPart from './ReadsPart.svelte';
import RequirementsPart from './RequirementsPart.svelte';
import RestPart from './RestPart.svelte';
import SizesPart from './SizesPart.svelte';
import StoresPart from './StoresPart.svelte';

export const parts: Record<PartName, Component> = {
  sizes: SizesPart,
  reads: ReadsPart,
  readers: ReadersPart,
  stores: StoresPart,
  requirements: RequirementsPart,
  effort: EffortPart,
  assume: AssumePart,
  rest: RestPart,
};
