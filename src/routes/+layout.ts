export const prerender = true;
export const trailingSlash = 'always';
// Pages are plain HTML; the one that computes loads its own script, without a router.
export const csr = false;
