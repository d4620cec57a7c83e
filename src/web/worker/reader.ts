/** Reads scenarios, strictly. Loaded behind the first answer, whose scenario was read when the page was built. */
import './no-eval.ts';
export { readScenario } from '#core/scenario/read-scenario.ts';
