/** The Plan page comes alive: the workbench takes the place of its prerendered self. */
import { Planner } from './ask/client.ts';
import { comeAlive } from './come-alive.ts';
import Workbench from './panels/Workbench.svelte';

/** What keeps the whole app for use without a network begins once the first answer stands. */
function keepApp(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI));
}

// Its script comes while the page is drawn.
const planner = new Planner();
const cards = document.querySelector('.cards');
void comeAlive('workbench', Workbench, ({ examples }) => ({ examples, planner, onrest: keepApp })).then(
  () => {
    // Those of the built page stand until the planner answers.
    if (cards) document.querySelector('.waiting')?.replaceChildren(cards);
  },
);
