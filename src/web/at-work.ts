/** Broadcast channel on which a page says whether it is at work on an answer: `true` or `false`. */
export const AT_WORK = 'stowage: at work';
