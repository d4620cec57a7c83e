/** Whether a placement meets its requirements. */

export type Feasible = 'yes' | 'no' | 'unproven';

export interface Violation {
  requirement: string;
  required: string;
  found: string;
}
