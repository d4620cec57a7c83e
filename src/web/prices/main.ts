/** The Prices page comes alive: the desk takes the place of its prerendered self. */
import { comeAlive } from '../come-alive.ts';
import PriceDesk from './PriceDesk.svelte';

void comeAlive('prices', PriceDesk);
