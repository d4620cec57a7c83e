/** How a key tells when its object was made, as routers and movers read it: the month at least. */
export const isKeyDate = (form: string) =>
  form.includes('{yyyy}') && form.includes('{mm}') && form.length <= 200;
