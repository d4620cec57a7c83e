import * as z from 'zod/mini';

// zod compiles schemas with `new Function` where it may; a page under our policy may not, and asking would be reported.
z.config({ jitless: true });
