/** Made from `web/look/` and the styles of the components when the pictures are built (`setup/pictures.mjs`). */
declare module 'virtual:styles' {
  /** Colours of both looks and the rules of drawings, as CSS. */
  export const styles: string;
}
