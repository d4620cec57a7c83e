/** Short names by store; made from `pricing/<provider>/<store>/store.yaml` when the page is built. */
declare module 'virtual:store-names' {
  const names: Readonly<Record<string, string>>;
  export default names;
}
