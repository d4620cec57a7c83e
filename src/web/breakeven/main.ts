/** The Break-even page comes alive: the curve is drawn in place of its prerendered self. */
import { comeAlive } from '../come-alive.ts';
import BreakEven from './BreakEven.svelte';

void comeAlive('break-even', BreakEven);
